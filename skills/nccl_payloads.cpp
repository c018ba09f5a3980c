// Which message sizes does NCCL move, and how fast each? One row per communicator, collective and size.
#include <tuple>

#include "skills/list.h"
#include "skills/nccl_text.h"

namespace nsys_ai::nccl_payloads_skill {
namespace {

struct Row {
  std::optional<std::string> communicator;
  std::string collective;
  std::optional<int64_t> ranks;
  Bytes message_bytes;
  int64_t calls = 0;
  Bytes bytes;
  std::optional<Ns> min_ns;
  std::optional<Ns> p50_ns;
  std::optional<GbPerS> algbw_gbps;
  std::optional<GbPerS> busbw_gbps;
  EventRef ref;
};
template <class F>
void fields(Row& r, F& f) {
  f("communicator", r.communicator, kCommunicatorDoc);
  f("collective", r.collective, "What was called.");
  f("ranks", r.ranks, kCommunicatorRanksDoc);
  f("message_bytes", r.message_bytes, "The size of one message, as NCCL reports it.");
  f("calls", r.calls, "Calls with such a message in the scope, of all processes.");
  f("bytes", r.bytes,
    "Their sizes summed; of calls that straddle the window, in proportion to the time inside.");
  f("min_ns", r.min_ns,
    "The shortest time of a call that lies in the scope as a whole; none where none is known.");
  f("p50_ns", r.p50_ns, "The median of these times.");
  f("algbw_gbps", r.algbw_gbps,
    "Total size / min_ns: the message, for AllGather, ReduceScatter, AllToAll, Gather and Scatter times ranks.");
  f("busbw_gbps", r.busbw_gbps, kBusSpeedDoc);
  f("ref", r.ref, "The first such call in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const NcclParams& params) {
  const auto row_of = [&](const NcclTraffic& of) {
    Row row;
    row.communicator = communicator_cell(of);
    row.collective = name_of(of.operation);
    row.ranks = of.ranks;
    row.message_bytes = Bytes{of.message};
    row.calls = of.calls;
    row.bytes = Bytes{of.bytes};
    row.ref = first_call_cell(context.profile, of);
    if (of.fastest) {
      const NcclSpeed speed = nccl_speed(of, static_cast<double>(of.message), *of.fastest);
      row.min_ns = Ns{*of.fastest};
      row.p50_ns = Ns{*of.median};
      row.algbw_gbps = speed.algorithm;
      row.busbw_gbps = speed.bus;
    }
    return row;
  };
  return nccl_rows<Row>(context, params, NcclGrouping::message, row_of, [](const Row& a, const Row& b) {
    return std::tuple(-a.bytes.count, -a.message_bytes.count, a.communicator, a.collective) <
           std::tuple(-b.bytes.count, -b.message_bytes.count, b.communicator, b.collective);
  });
}

}  // namespace

Skill skill() {
  return make_skill<NcclParams, Row>(
      {.name = "nccl_payloads",
       .title = "Which message sizes does NCCL move, and how fast each?",
       .doc =
           "One row a communicator, collective and message size, the most bytes first. "
           "Sizes are read and calls are timed as in nccl_communicators; the calls of one group that share their kernels each have an equal part of the time, where their messages are equally large. "
           "Bandwidths are those of the fastest call, which waited least.",
       .reading =
           "Many small messages cost latency, not bandwidth: fuse them (larger buckets, coalesced groups). p50_ns far above min_ns is waiting for peers: see skew and nccl_anomaly.",
       .source =
           "Definitions of nccl-tests (algbw, busbw); payload schemas of NCCL and of NVTX's payload extension.",
       .limits =
           "A kernel waits for its peers, so that bandwidths are lower bounds even of the fastest call. "
           "Calls of different sizes in one group have no time of their own. "
           "See nccl_communicators for the rest.",
       .needs = {Need::nvtx}},
      run);
}

}  // namespace nsys_ai::nccl_payloads_skill

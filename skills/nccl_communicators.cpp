// How much does each NCCL communicator move, and how fast? One row per communicator and collective.
#include <tuple>

#include "skills/list.h"
#include "skills/nccl_text.h"

namespace nsys_ai::nccl_communicators_skill {
namespace {

struct Row {
  std::optional<std::string> communicator;
  std::string collective;
  std::optional<int64_t> ranks;
  int64_t seen = 0;
  int64_t calls = 0;
  Bytes bytes;
  Ns time_ns;
  std::optional<GbPerS> algbw_gbps;
  std::optional<GbPerS> busbw_gbps;
  std::string basis;
  EventRef ref;
};
template <class F>
void fields(Row& r, F& f) {
  f("communicator", r.communicator, kCommunicatorDoc);
  f("collective", r.collective, "What was called.");
  f("ranks", r.ranks, kCommunicatorRanksDoc);
  f("seen", r.seen, "How many processes of the capture made such calls.");
  f("calls", r.calls, "Calls of all these processes in the scope.");
  f("bytes", r.bytes,
    "The sizes of their messages as NCCL reports them, summed; of calls that straddle the window, in proportion to the time inside.");
  f("time_ns", r.time_ns, "The time of kernels that bandwidths are computed from; see basis.");
  f("algbw_gbps", r.algbw_gbps,
    "Total size / time: the message, for AllGather, ReduceScatter, AllToAll, Gather and Scatter times ranks.");
  f("busbw_gbps", r.busbw_gbps, kBusSpeedDoc);
  f("basis", r.basis,
    "fastest rank: calls of all seen ranks are matched, and the shortest of each counts; one rank, each rank: lower bounds, since a kernel waits for its peers; none: no kernel is known.");
  f("ref", r.ref, "The first such call in the scope.");
}

std::string_view basis_of(const NcclTraffic& of) {
  if (of.time == 0) return "none";
  if (of.matched) return "fastest rank";
  return of.seen == 1 ? "one rank (lower bound)" : "each rank (lower bound)";
}

SkillOutcome<Row> run(const SkillContext& context, const NcclParams& params) {
  const auto row_of = [&](const NcclTraffic& of) -> Row {
    const NcclSpeed speed = nccl_speed(of, static_cast<double>(int64_t{of.timed_bytes}), of.time);
    return {communicator_cell(of),
            std::string(name_of(of.operation)),
            of.ranks,
            of.seen,
            of.calls,
            Bytes{of.bytes},
            Ns{of.time},
            speed.algorithm,
            speed.bus,
            std::string(basis_of(of)),
            first_call_cell(context.profile, of)};
  };
  return nccl_rows<Row>(context, params, NcclGrouping::operation, row_of, [](const Row& a, const Row& b) {
    return std::tuple(-a.time_ns.count, -a.bytes.count, a.communicator, a.collective) <
           std::tuple(-b.time_ns.count, -b.bytes.count, b.communicator, b.collective);
  });
}

}  // namespace

Skill skill() {
  return make_skill<NcclParams, Row>(
      {.name = "nccl_communicators",
       .title = "How much does each NCCL communicator move, and how fast?",
       .doc =
           "One row a communicator and collective, the most time first. "
           "Sizes and communicators are read from the payloads of NCCL's NVTX ranges, by the schemas in the file. "
           "A call's kernels are the communication kernels of its kind that were launched inside its range, or, between ncclGroupStart and ncclGroupEnd, inside the latter; calls of one group, communicator and collective share their kernels. "
           "Time is the union of a call's kernels, clipped to the window; where every process of the capture made the same calls, the k-th of each are one, and the shortest counts.",
       .reading =
           "Compare busbw with the link (NVLink, PCIe, network): far below it with large messages, look at skew between ranks and at nccl_anomaly; with small messages, see nccl_payloads. "
           "The number of ranks is known where the capture holds the call that made the communicator; else give ranks=.",
       .source =
           "Definitions of nccl-tests (algbw, busbw); payload schemas of NCCL and of NVTX's payload extension.",
       .limits =
           "A kernel waits for its peers, so that from one rank bandwidths are lower bounds. "
           "Calls of one group on several communicators whose kernels are of one kind cannot be distinguished and have no bandwidth; nor have calls of a process that drives several GPUs in one group. "
           "NCCL before 2.26 does not report the communicator.",
       .needs = {Need::nvtx}},
      run);
}

}  // namespace nsys_ai::nccl_communicators_skill

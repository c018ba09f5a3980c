// Do streams run concurrently? One row per stream.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/host/process_words.h"
#include "analysis/kernels/concurrency.h"
#include "base/text_table.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::stream_concurrency_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  Id process;
  std::optional<Id> pid;
  Id device;
  Id context;
  Id stream;
  std::string role;
  int64_t kernels = 0;
  Ns total_ns;
  Ns alone_ns;
  Ns shared_ns;
  Ns gpu_busy_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("process", r.process, "Number of the process in this capture: two hosts can have processes of one pid.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("context", r.context, "The CUDA context of the stream.");
  f("stream", r.stream, "The stream, as its context numbers it.");
  f("role", r.role, "What took most of its time: compute, communication, copy, memset or graph.");
  f("kernels", r.kernels, "How many kernels ran on it.");
  f("total_ns", r.total_ns, "Time in which anything ran on it: alone_ns + shared_ns.");
  f("alone_ns", r.alone_ns, "Of that, while no other stream of this GPU and process was active.");
  f("shared_ns", r.shared_ns, "Of that, while another was.");
  f("gpu_busy_ns", r.gpu_busy_ns, "Time in which anything of the process ran on the GPU.");
}

constexpr size_t kMostSpreads = 16;
constexpr size_t kMostCounts = 17;  // number of streams at once, including 0, that the distribution lists

std::string spread(const Profile& profile, DeviceIx device, const std::vector<int64_t>& active) {
  const auto span = static_cast<double>(std::accumulate(active.begin(), active.end(), int64_t{0}));
  std::string text = fmt::format("GPU {}", profile.devices()[device].ordinal);
  const std::string process = process_words(profile, profile.devices()[device].process);
  if (!process.empty()) text += " of " + process;
  text += ", share of its span by number of active streams:";
  const auto add = [&](const std::string& streams, int64_t time) {
    if (time > 0) text += fmt::format(" {}: {:.1f} %,", streams, 100 * static_cast<double>(time) / span);
  };
  for (size_t count = 0; count < std::min(active.size(), kMostCounts); ++count)
    add(fmt::format("{}", count), active[count]);
  if (active.size() > kMostCounts)
    add(fmt::format("{} or more", kMostCounts),
        std::accumulate(active.begin() + kMostCounts, active.end(), int64_t{0}));
  text.pop_back();
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  Rows<Row> rows;
  size_t spreads = 0;
  for (const DeviceIx device : context.scope.devices()) {
    const StreamTimes times = stream_times(profile, context.scope, device);
    const int64_t busy = std::accumulate(times.active.begin() + (times.active.empty() ? 0 : 1),
                                         times.active.end(), int64_t{0});
    for (const StreamTime& of : times.streams)
      rows.rows.push_back({Id{profile.devices()[device].process.value}, pid_cell(profile, device),
                           device_cell(profile, device), Id{profile.streams()[of.stream].context},
                           Id{profile.streams()[of.stream].stream}, std::string(name_of(of.role)), of.kernels,
                           Ns{of.total()}, Ns{of.alone}, Ns{of.shared}, Ns{busy}});
    if (!times.active.empty() && ++spreads <= kMostSpreads)
      rows.notes.push_back(spread(profile, device, times.active));
  }
  if (spreads > kMostSpreads)
    rows.notes.push_back(fmt::format("{} more GPUs have such shares; --gpu chooses some",
                                     readable_count(static_cast<int64_t>(spreads - kMostSpreads))));
  if (rows.rows.empty()) return Empty{"No operation ran on these GPUs in this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "stream_concurrency",
       .title = "Do streams run together?",
       .doc =
           "One row a stream of a context of a process, by device, then the longest total first. "
           "A stream is active while a kernel, copy, memset or graph of it runs; times are clipped to the window. "
           "A note for each of the first 16 GPUs says for which share of its span 0, 1, 2, ... streams were active.",
       .reading =
           "Streams that are only ever active alone bring nothing: their work depends on each other, or one of them fills the GPU. "
           "A communication stream with a large alone_ns is exposed: see overlap_breakdown.",
       .source = "Streams are distinguished by process, context and stream, as CUPTI numbers them.",
       .limits = "Two kernels at the same time may still share one GPU badly; this counts time, not work.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::stream_concurrency_skill

// How long does it take from the launch call to the kernel's start, on each thread?
#include "analysis/kernels/launch_latency.h"

#include <fmt/format.h>

#include "skills/list.h"

namespace nsys_ai::launch_latency_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id tid;
  std::string thread;
  int64_t launches = 0;
  Ns p50_ns;
  Ns p90_ns;
  Ns p99_ns;
  Ns max_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The launching thread.");
  f("thread", r.thread, "Its name; empty where the capture does not say.");
  f("launches", r.launches, "Launch calls of the thread whose kernel was recorded.");
  f("p50_ns", r.p50_ns, "The median time from the start of the call to the start of its first kernel.");
  f("p90_ns", r.p90_ns, "Nine of ten launches took no longer, linearly interpolated.");
  f("p99_ns", r.p99_ns, "99 of 100 launches took no longer, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest.");
}

// Which kernels have no latency: their clocks do not fit.
std::string note_of(const Profile& profile, const std::vector<uint32_t>& impossible) {
  const size_t count = impossible.size();
  const uint32_t first = impossible.front();
  return fmt::format(
      "By the clocks of host and GPU, {} kernel{} before {} launch and {} in no figure: kernel:{} ({}){}",
      count, count == 1 ? " starts" : "s start", count == 1 ? "its" : "their", count == 1 ? "is" : "are",
      profile.kernels().row[first], profile.text(profile.kernels().short_name(first)),
      count == 1 ? "" : " and others");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const LaunchLatencies latencies = launch_latencies(profile, context.scope);
  if (latencies.of_threads.empty())
    return Empty{latencies.impossible.empty() ? "No kernel of this scope has a recorded launch."
                                              : note_of(profile, latencies.impossible) + "."};
  Rows<Row> rows;
  if (!latencies.impossible.empty()) rows.notes.push_back(note_of(profile, latencies.impossible));
  for (const LaunchLatency& of : latencies.of_threads) {
    const Thread& thread = profile.threads()[of.thread];
    rows.rows.push_back({profile.pid_of(thread.process), thread.tid, thread.name, of.launches, Ns{of.p50},
                         Ns{of.p90}, Ns{of.p99}, Ns{of.max}});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "launch_latency",
       .title = "How long does it take from a launch call to the kernel's start, on each thread?",
       .doc =
           "One row a thread that launched kernels on the devices in scope, the most launches first. "
           "A latency goes from the start of the launch call to the start of its first kernel, clipped to the window; a launch of a CUDA graph counts once. "
           "Percentiles are over the launches of the thread.",
       .reading =
           "A few microseconds are what a launch costs on an idle GPU. "
           "Milliseconds are mostly time in the queue behind other work, which is healthy: cpu_gpu_pipeline says whether the host is ahead. "
           "A large maximum alone is often a first launch, see module_loading.",
       .source =
           "Launch latency as in the kernel execution trace of Nsight Systems: start of the call to start of the kernel.",
       .limits =
           "It does not distinguish waiting in the queue from the cost of launching; kernel_launch_overhead does. "
           "A kernel that by the clocks starts before its call is named in a note and counts nowhere.",
       .needs = {Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::launch_latency_skill

// Are there too many small kernels? One row per GPU.
#include <algorithm>

#include "analysis/kernels/launch_rate.h"
#include "analysis/kernels/small_kernels.h"
#include "skills/list.h"

namespace nsys_ai::launch_storm_skill {
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
  Id device;
  int64_t launches = 0;
  Ns span_ns;
  std::optional<double> per_s;
  Ns p50_ns;
  Share under_5us;
  Share under_10us;
  Share under_20us;
  int64_t small_kernels = 0;
  Ns small_ns;
  Ns small_gap_ns;
  std::string verdict;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("launches", r.launches, "Kernels that it ran in the scope.");
  f("span_ns", r.span_ns, "From the start of the first kernel to the end of the last.");
  f("per_s", r.per_s, "launches / span_ns, a second; none where there are too few to say.");
  f("p50_ns", r.p50_ns, "The median kernel's time.");
  f("under_5us", r.under_5us, "Kernels shorter than 5 us / launches.");
  f("under_10us", r.under_10us, "Kernels shorter than 10 us / launches.");
  f("under_20us", r.under_20us, "Kernels shorter than 20 us / launches.");
  f("small_kernels", r.small_kernels, "Kernels shorter than 5 us.");
  f("small_ns", r.small_ns,
    "Gaps shorter than 10 us between two kernels shorter than 5 us, and the kernel behind each: what one kernel in their place would not take.");
  f("small_gap_ns", r.small_gap_ns, "The gaps in small_ns alone.");
  f("verdict", r.verdict, "storm, no storm, or too few to say.");
}

Share share_of(int64_t part, int64_t whole) {
  return {static_cast<double>(part) / static_cast<double>(whole)};
}

// A rate computed from a few launches is meaningless but looks significant.
std::optional<double> rate_of(const LaunchRate& rate) {
  if (rate.verdict == StormVerdict::too_few) return std::nullopt;
  return rate.per_second();
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<LaunchRate> rates = launch_rates(profile, context.scope);
  if (rates.empty()) return Empty{"No kernel ran in this scope."};
  Rows<Row> rows;
  const std::vector<SmallKernels> small = small_kernels(profile, context.scope);
  // Both are sorted by device, and each device of the scope has an element for small kernels.
  auto of_small = small.begin();
  for (const LaunchRate& of : rates) {
    while (of_small->device != of.device) ++of_small;
    const Device& device = profile.devices()[of.device];
    rows.rows.push_back({profile.pid_of(device.process), device.ordinal, of.launches, Ns{of.span},
                         rate_of(of), Ns{of.p50}, share_of(of.under_5us, of.launches),
                         share_of(of.under_10us, of.launches), share_of(of.under_20us, of.launches),
                         of_small->count, Ns{of_small->time}, Ns{of_small->gap_time},
                         std::string(name_of(of.verdict))});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "launch_storm",
       .title = "Are there too many small kernels?",
       .doc =
           "One row a GPU as a process sees it, in the order of GPUs. "
           "It is a storm when at least 1,000 kernels ran over a span of at least 100 ms, at 10,000 a second or more, and at least half of them took less than 10 us. "
           "With fewer kernels or a shorter span there is no verdict. "
           "Kernels are clipped to the window.",
       .reading =
           "A launch costs the host some microseconds, so kernels that run for less cannot keep a GPU busy. "
           "In a storm, look at cpu_gpu_pipeline for how often the GPU starves, then at fusing kernels, larger batches, or CUDA graphs (cuda_graphs).",
       .source =
           "Thresholds of this program; the least number of launches and the least span keep a short capture from looking like a high rate.",
       .limits =
           "A storm that is launched by CUDA graphs may be harmless, since a graph launches its kernels at once. "
           "Whether time is lost shows in the GPU's idle time, not here.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::launch_storm_skill

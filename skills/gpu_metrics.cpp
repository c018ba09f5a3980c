// Which values did the GPUs' hardware counters have? One row per GPU and metric.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/metric_stats.h"
#include "analysis/time/busy.h"
#include "base/text_table.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::gpu_metrics_skill {
namespace {

struct Params {
  std::string kernel;
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("kernel", p.kernel,
    "Only while kernels run whose full name contains this, as it is written there; empty means any time.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct MetricRow {
  std::optional<Id> device;
  Id gpu;
  std::string metric;
  int64_t samples = 0;
  std::optional<Share> sampled;
  double mean = 0;
  double p95 = 0;
  std::string during;
};
template <class F>
void fields(MetricRow& r, F& f) {
  f("device", r.device, "The GPU, as the first process that uses it numbers it; none where none does.");
  f("gpu", r.gpu, "The profiler's own number of the GPU.");
  f("metric", r.metric, "The metric and its unit, as the capture names it.");
  f("samples", r.samples, "Samples that stand for any of the time asked for.");
  f("sampled", r.sampled,
    "The part of the time asked for that samples stand for. Of the rest nothing is known: mean and p95 leave it out.");
  f("mean", r.mean, "The mean of that part, weighted by the time that each sample stands for.");
  f("p95", r.p95, "The smallest value such that 95 % of the time is at or below it.");
  f("while", r.during, "Which time it speaks of: all, or while such kernels ran.");
}

// GPUs on which kernels of the scope run, of which no metric was sampled.
std::vector<std::string> unsampled_gpus(const SkillContext& context, const std::vector<MetricStats>& all) {
  std::vector<std::string> names;
  const Profile& profile = context.profile;
  for (const DeviceTime& time : device_times(profile, context.scope)) {
    const Device& device = profile.devices()[time.device];
    if (!device.gpu.exists()) continue;
    const bool is_sampled = std::any_of(all.begin(), all.end(), [&](const MetricStats& of) {
      return of.gpu == profile.gpus()[device.gpu].id;
    });
    const auto pid = profile.pid_of(device.process);
    if (!is_sampled)
      names.push_back(
          fmt::format("GPU {}{}", device.ordinal, pid ? fmt::format(" of process {}", *pid) : ""));
  }
  return names;
}

// What the figures leave out.
std::vector<std::string> notes_on_coverage(const SkillContext& context, const std::vector<MetricStats>& all,
                                           const std::string& kernel) {
  std::vector<std::string> notes;
  const auto share = [](const MetricStats& of) {
    return of.asked > 0 ? static_cast<double>(of.covered) / static_cast<double>(of.asked) : 1.0;
  };
  const auto least =
      std::min_element(all.begin(), all.end(),
                       [&](const MetricStats& a, const MetricStats& b) { return share(a) < share(b); });
  constexpr double kNearlyAll = 0.99;
  if (least != all.end() && share(*least) < kNearlyAll)
    notes.push_back(fmt::format("samples cover {} of {} {}: nothing is known of the rest, which is not 0",
                                readable_ns(least->covered), readable_ns(least->asked),
                                kernel.empty() ? "of the scope" : "in which such kernels ran"));
  for (const std::string& name : unsampled_gpus(context, all))
    notes.push_back(fmt::format("of {}, which works in this scope, no metric was sampled", name));
  return notes;
}

std::optional<int64_t> device_of(const Profile& profile, int64_t gpu) {
  for (const Device& device : profile.devices())
    if (device.gpu.exists() && profile.gpus()[device.gpu].id == gpu) return device.ordinal;
  return std::nullopt;
}

SkillOutcome<MetricRow> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto metrics = profile.events<GpuMetrics>(context.work);
  if (!metrics) return tl::unexpected(metrics.error());
  if ((*metrics)->size() == 0)
    return CannotAnswer{"The capture recorded no GPU metrics.",
                        {"Capture with `nsys profile --gpu-metrics-devices=all`."}};
  const auto all = metric_stats(profile, context.scope, **metrics, params.kernel);
  if (all.empty()) {
    const std::vector<std::string> unsampled = unsampled_gpus(context, all);
    const std::string of = unsampled.empty() ? "" : fmt::format(", as on {}", fmt::join(unsampled, " and "));
    return Empty{params.kernel.empty()
                     ? "No metric was sampled in this scope."
                     : fmt::format("No metric was sampled while such a kernel ran in this scope{}.", of)};
  }
  Rows<MetricRow> rows;
  for (const MetricStats& of : all)
    rows.rows.push_back({device_of(profile, of.gpu), of.gpu,
                         std::string((*metrics)->text((*metrics)->metrics[of.metric])), of.samples,
                         share_cell(of.covered, of.asked), of.mean, of.p95,
                         params.kernel.empty() ? "all" : fmt::format("kernel {}", params.kernel)});
  rows.notes = notes_on_coverage(context, all, params.kernel);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, MetricRow>(
      {.name = "gpu_metrics",
       .title = "What did the hardware counters of the GPUs say?",
       .doc =
           "One row a GPU and metric, by GPU and name. "
           "A sample stands for the time since the one before; of that time the part inside the window counts, and with a kernel's name the part in which such kernels ran on the GPU. "
           "Mean and 95th percentile are weighted by that time, and say nothing of time without samples: sampled is the part that they speak of.",
       .reading =
           "High \"SMs Active\" with low \"Tensor Active\" is work that does not use tensor cores; DRAM bandwidth near 100 % is a memory-bound kernel; all of them low while kernels run is too little work at a time. "
           "Compare with what tensor_core_hint says.",
       .source = "GPU metrics of Nsight Systems, in the unit that each metric's name states.",
       .limits =
           "Metrics are of the whole GPU: other processes count. "
           "Samples are far apart beside short kernels, so what stands beside a kernel of a few microseconds is an average over more. "
           "Ranges are not asked for here: give their window with --trim.",
       .needs = {},
       .families = {Family::gpu_metrics}},
      run);
}

}  // namespace nsys_ai::gpu_metrics_skill

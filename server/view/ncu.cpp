// Counts launches as Nsight Compute does: those of one function in one process, in the order of their calls.
#include "view/ncu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>

#include "analysis/kernels/gpu_part.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/occupancy.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct NcuSection {
  std::string_view name;
  int64_t passes;  // about, on a data-center GPU
};
constexpr NcuSection kBasicSections[] = {
    {"LaunchStats", 0}, {"Occupancy", 1}, {"SpeedOfLight", 3}, {"WarpStateStats", 4}, {"SchedulerStats", 2}};
constexpr NcuSection kMemorySection = {"MemoryWorkloadAnalysis", 6};
constexpr NcuSection kComputeSection = {"ComputeWorkloadAnalysis", 4};

bool computes(KernelFamily family) {
  return family == KernelFamily::gemm || family == KernelFamily::attention ||
         family == KernelFamily::convolution || family == KernelFamily::moe || family == KernelFamily::fft ||
         family == KernelFamily::solver;
}

// What has a meaning in a regular expression stands for itself.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// For a shell.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

struct NcuCounted {
  int64_t nth = 1;
  int64_t launches = 0;
  Sum ns;
};

NcuCounted launches_of(const Profile& profile, uint32_t kernel) {
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  const auto launched = [&](uint32_t at) {
    const uint32_t call = launches.of_kernel[at];
    return call == Launches::kNoCall ? kernels.start[at] : profile.calls().start[call];
  };
  const std::string function = base_name(profile.text(kernels.name(kernel)));
  const ProcessIx process = profile.device_of(kernels.stream[kernel]).process;
  const int64_t own = launched(kernel);
  std::map<uint32_t, bool> is_function;  // by name
  NcuCounted ours;
  for (uint32_t at = 0; at < kernels.size(); ++at) {
    if (profile.device_of(kernels.stream[at]).process != process) continue;
    const NameId name = kernels.name(at);
    const auto known = is_function.find(name.value);
    const bool same =
        known != is_function.end()
            ? known->second
            : is_function.emplace(name.value, base_name(profile.text(name)) == function).first->second;
    if (!same) continue;
    ++ours.launches;
    ours.ns += kernels.duration[at];
    const int64_t when = launched(at);
    if (when < own || (when == own && at < kernel)) ++ours.nth;
  }
  return ours;
}

}  // namespace

NcuPlan ncu_plan(const Profile& profile, uint32_t kernel, std::string_view program) {
  const Kernels& kernels = profile.kernels();
  const NameId name = kernels.name(kernel);
  const KernelFamily family = profile.derived(build_kernel_families).of(name);
  const NcuCounted ours = launches_of(profile, kernel);
  NcuPlan plan;
  plan.nth = ours.nth;
  plan.launches = ours.launches;
  plan.waits_for_others = family == KernelFamily::communication;
  std::vector<std::string> sections;
  plan.passes = 0;
  const auto add = [&](const NcuSection& section) {
    sections.push_back(fmt::format("--section {}", section.name));
    plan.passes += section.passes;
  };
  for (const NcuSection& section : kBasicSections) add(section);
  add(kMemorySection);
  if (computes(family)) add(kComputeSection);
  plan.one_ns = plan.passes * kernels.duration[kernel];
  plan.all_ns = plan.passes * int64_t{ours.ns};
  const std::string which =
      in_quotes(fmt::format("regex:^(.*::)?{}$", escaped(base_name(profile.text(name)), ".^$|()[]{}*+?\\")));
  const std::string what =
      fmt::format("{} --target-processes all -o kernel {}", fmt::join(sections, " "), program);
  plan.line =
      fmt::format("ncu --kernel-name {} --launch-skip {} --launch-count 1 {}", which, plan.nth - 1, what);
  const uint32_t range = profile.derived(build_attribution).of_kernel[kernel];
  if (range != NvtxForest::kNoRange && profile.nvtx().is_push_pop(range))
    plan.line_in_range =
        fmt::format("ncu --nvtx --nvtx-include {} --kernel-name {} --launch-count 1 {}",
                    in_quotes(escaped(profile.nvtx_text(range), "/@,[]:\"\\*") + "/"), which, what);
  return plan;
}

std::string ncu_text(const NcuPlan& plan) {
  std::string text =
      fmt::format("With Nsight Compute, launch {} of {} of this function in its process:\n  {}\n",
                  readable_count(plan.nth), readable_count(plan.launches), plan.line);
  if (!plan.line_in_range.empty())
    text += fmt::format(
        "Or the first one in its NVTX range, where the capture did not begin with the program:\n  {}\n",
        plan.line_in_range);
  text += fmt::format(
      "Cost, estimated: about {} passes, {} on the GPU for this launch ({} for all {}), and the time to save and restore memory between "
      "passes.\n",
      plan.passes, readable_ns(plan.one_ns), readable_ns(plan.all_ns), readable_count(plan.launches));
  if (plan.waits_for_others)
    text +=
        "It waits for other ranks: replayed alone it never ends. Take --replay-mode application, on every rank.\n";
  return text;
}

Result<void> add_ncu_report(const Profile& profile, uint32_t kernel, const std::vector<NcuLaunch>& report,
                            Card& card) {
  const Kernels& kernels = profile.kernels();
  const std::string function = base_name(profile.text(kernels.name(kernel)));
  const LaunchShape& shape = kernels.shapes[kernel];
  const auto size_text = [](const int32_t(&of)[3]) {
    return fmt::format("({}, {}, {})", of[0], of[1], of[2]);
  };
  const NcuLaunch* found = nullptr;
  int64_t of_function = 0;
  bool same_shape = false;
  for (const NcuLaunch& launch : report) {
    if (base_name(launch.kernel) != function) continue;
    ++of_function;
    const bool same = launch.grid == size_text(shape.grid) && launch.block == size_text(shape.block);
    if (found == nullptr || (same && !same_shape)) found = &launch;
    same_shape |= same;
  }
  if (found == nullptr)
    return fail(
        ErrorCode::bad_request, fmt::format("The report has no launch of {}.", function),
        "Profile this kernel by the line that nsys-ai ncu prints, and export it: ncu --import REPORT --csv --page raw.");
  const auto value_of = [&](std::initializer_list<std::string_view> names) -> const NcuLaunch::Metric* {
    for (const std::string_view name : names)
      for (const NcuLaunch::Metric& metric : found->metrics)
        if (metric.name == name) return &metric;
    return nullptr;
  };
  card.paragraph(
      strong("By Nsight Compute"),
      fmt::format(
          ", grid {} of block {}{}{}", found->grid, found->block,
          same_shape ? "" : ": another shape than in the capture",
          of_function > 1 ? fmt::format("; one of {} launches of it in the report", of_function) : ""));
  const auto percent = [&](std::string_view words, const NcuLaunch::Metric* metric) {
    if (metric != nullptr)
      card.item(fmt::format("{}: ", words), strong(fmt::format("{:.1f} %", metric->value)));
  };
  percent("Speed of light, compute", value_of({"sm__throughput.avg.pct_of_peak_sustained_elapsed"}));
  percent("Speed of light, memory",
          value_of({"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}));
  percent("Of it, memory of the device", value_of({"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
                                                   "dram__throughput.avg.pct_of_peak_sustained_elapsed"}));
  percent("Occupancy that was reached", value_of({"sm__warps_active.avg.pct_of_peak_sustained_active"}));
  percent("Occupancy that is possible", value_of({"sm__maximum_warps_per_active_cycle_pct"}));
  const StreamIx stream = kernels.stream[kernel];
  if (const GpuIx gpu = profile.device_of(stream).gpu; gpu.exists())
    if (const auto of = occupancy(shape, profile.gpus()[gpu], part_of_gpu(profile, stream).sm_count))
      card.item(
          fmt::format("Occupancy that is possible, by the capture: {}",
                      readable_share(static_cast<double>(of->warps) / static_cast<double>(of->most_warps))));
  constexpr std::string_view kStalled = "issue_stalled_";
  constexpr std::string_view kRatio = "_per_issue_active.ratio";
  std::vector<std::pair<double, std::string>> stalls;
  double sum = 0;
  for (const NcuLaunch::Metric& metric : found->metrics) {
    const size_t at = metric.name.find(kStalled);
    if (at == std::string::npos || !metric.name.ends_with(kRatio) ||
        metric.name.find("not_issued") != std::string::npos)
      continue;
    const size_t from = at + kStalled.size();
    stalls.emplace_back(metric.value, metric.name.substr(from, metric.name.size() - kRatio.size() - from));
    sum += metric.value;
  }
  std::sort(stalls.begin(), stalls.end(), std::greater<>());
  constexpr size_t kStalls = 5;
  std::string text;
  for (size_t i = 0; i < std::min(stalls.size(), kStalls) && sum > 0; ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", stalls[i].second, readable_share(stalls[i].first / sum));
  if (!text.empty()) card.item("Why its warps wait, by their cycles: ", text);
  return {};
}

}  // namespace nsys_ai

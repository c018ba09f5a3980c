// Finds ranges that mark steps: by a given label, a label that names a step, or a label that tiles a thread.
#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/host/source_labels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/found_steps.h"
#include "analysis/time/numbered_blocks.h"
#include "base/context.h"
#include "base/nearly_sorted.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostTried = 16;  // labels per process

// A label on one thread, with its ranges that are not nested in another of the same label.
struct Tiling {
  uint32_t label = 0;
  ThreadIx thread;
  std::vector<uint32_t> ranges;
  int64_t total = 0;
};

// Ranges of the wanted labels by thread and label, in time order; ranges that overlap an earlier one are
// skipped.
std::vector<Tiling> tilings(const Profile& profile, const std::vector<bool>& wanted) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  struct Group {
    uint32_t thread = UINT32_MAX;
    std::vector<uint32_t>* ranges = nullptr;
  };
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> groups;
  // Consecutive ranges of a label are mostly on one thread.
  std::vector<Group> last(labels.labels.size());
  for (uint32_t i = 0; i < nvtx.size(); ++i) {
    if (!nvtx.is_on_one_thread(i)) continue;
    const uint32_t label = labels.of_template[nvtx.text[i]];
    if (!wanted[label]) continue;
    const uint32_t thread = nvtx.thread[i].value;
    if (last[label].thread != thread) last[label] = {thread, &groups[{thread, label}]};
    last[label].ranges->push_back(i);
  }
  std::vector<Tiling> all;
  for (auto& [key, ranges] : groups) {
    const auto precedes = [&](uint32_t a, uint32_t b) { return range_precedes(profile, a, b); };
    sort_nearly_sorted(ranges.begin(), ranges.end(), precedes);
    Tiling tiling{key.second, ThreadIx(key.first), {}, 0};
    int64_t covered_to = INT64_MIN;
    for (const uint32_t range : ranges) {
      if (nvtx.start[range] < covered_to) continue;
      tiling.ranges.push_back(range);
      tiling.total += nvtx.end(range) - nvtx.start[range];
      covered_to = nvtx.end(range);
    }
    all.push_back(std::move(tiling));
    ranges = {};
  }
  return all;
}

// First start to last end of each thread's ranges and calls.
std::vector<Interval> thread_extents(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  constexpr Interval kNothing{INT64_MAX, INT64_MIN};
  std::vector<Interval> extents(profile.threads().size(), kNothing);
  const auto widen = [](Interval& extent, Interval by) {
    extent = {std::min(extent.start, by.start), std::max(extent.end, by.end)};
  };
  const auto add = [&](size_t rows, auto visit) {
    std::vector<std::vector<Interval>> of_share(shares_of(rows, extents.size()));
    each_share(rows, of_share.size(), [&](size_t share, size_t from, size_t to) {
      std::vector<Interval>& own = of_share[share];
      own.assign(extents.size(), kNothing);
      ThrottledCheck check;
      for (size_t i = from; i < to; check(), ++i) visit(own, i);
    });
    for (const std::vector<Interval>& own : of_share)
      for (size_t thread = 0; thread < own.size(); ++thread) widen(extents[thread], own[thread]);
  };
  add(nvtx.size(), [&](std::vector<Interval>& own, size_t i) {
    if (nvtx.is_on_one_thread(i)) widen(own[nvtx.thread[i]], nvtx.interval(i));
  });
  add(calls.size(),
      [&](std::vector<Interval>& own, size_t i) { widen(own[calls.thread[i]], calls.interval(i)); });
  return extents;
}

// The tilings of each process, the longest first; of equal ones the one with fewer ranges, then the first
// thread.
std::vector<std::vector<Tiling>> by_process(const Profile& profile, std::vector<Tiling> all) {
  std::vector<std::vector<Tiling>> of_process(profile.processes().size());
  for (Tiling& tiling : all)
    of_process[profile.threads()[tiling.thread].process].push_back(std::move(tiling));
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto key = [&](const Tiling& of) {
    return std::tuple(-of.total, of.ranges.size(), profile.threads()[of.thread].tid,
                      std::string_view(labels.labels[of.label].label));
  };
  for (auto& mine : of_process)
    std::sort(mine.begin(), mine.end(), [&](const Tiling& a, const Tiling& b) { return key(a) < key(b); });
  return of_process;
}

FoundSteps steps_of(const Profile& profile, const Tiling& tiling) {
  FoundSteps found;
  found.steps.source = StepSource::marker;
  found.steps.label = profile.derived(build_nvtx_labels).labels[tiling.label].label;
  for (const uint32_t range : tiling.ranges)
    found.all.push_back({std::ssize(found.all),
                         profile.threads()[tiling.thread].process,
                         range,
                         profile.nvtx().interval(range),
                         {}});
  return found;
}

void take_longest(const Profile& profile, std::vector<Tiling> all, StepsByProcess& found) {
  const auto of_process = by_process(profile, std::move(all));
  for (size_t i = 0; i < found.size(); ++i)
    if (!of_process[i].empty()) found[i] = steps_of(profile, of_process[i].front());
}

}  // namespace

std::vector<std::vector<int64_t>> launch_times(const Profile& profile) {
  const Launches& launches = profile.derived(build_launches);
  std::vector<std::vector<int64_t>> of_process(profile.processes().size());
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::graph_run})
    for (const uint32_t call : links_of(launches, kind))
      if (call != Launches::kNoCall)
        of_process[profile.threads()[profile.calls().thread[call]].process].push_back(
            profile.calls().start[call]);
  for (auto& times : of_process) sort_nearly_sorted(times.begin(), times.end(), std::less<int64_t>());
  return of_process;
}

namespace {

// Ranges from half to twice the median are alike; an operator that is called everywhere has few of these.
RepeatFigures figures_of_ranges(const Profile& profile, const Tiling& tiling,
                                const std::vector<int64_t>& launch_times, Interval thread) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<int64_t> lengths;
  for (const uint32_t range : tiling.ranges) lengths.push_back(nvtx.interval(range).duration());
  const auto middle = lengths.begin() + static_cast<ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  const int64_t median = *middle;
  RepeatFigures figures;
  figures.of_ranges = true;
  figures.shortest = INT64_MAX;
  figures.all_kernels = std::ssize(launch_times);
  figures.all_time = thread.duration();
  const auto launched_before = [&](int64_t time) {
    return std::lower_bound(launch_times.begin(), launch_times.end(), time) - launch_times.begin();
  };
  for (const uint32_t range : tiling.ranges) {
    const Interval of = nvtx.interval(range);
    if (of.duration() < median - median / 2 || of.duration() / 2 > median) continue;
    ++figures.alike;
    figures.shortest = std::min(figures.shortest, of.duration());
    figures.kernels += launched_before(of.end) - launched_before(of.start);
    figures.time += of.duration();
  }
  return figures;
}

// Whether the ranges or others inside them count up.
bool are_blocks(const Profile& profile, const Tiling& tiling) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<std::optional<int64_t>> begins;
  for (const uint32_t range : tiling.ranges) begins.emplace_back(nvtx.start[range]);
  return find_numbered_blocks(profile, tiling.thread, begins, nvtx.end(tiling.ranges.back())).has_value();
}

// Labels that launched kernels and whose ranges cover more than half of their thread's active time.
std::vector<Tiling> covering_tilings(const Profile& profile, const std::vector<Interval>& extents) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  int64_t shortest = INT64_MAX;
  for (const Interval& extent : extents)
    if (extent.start <= extent.end) shortest = std::min(shortest, extent.duration());
  // For most labels all ranges together are too short, so their ranges are not collected.
  std::vector<bool> wanted;
  for (const LabelStats& label : labels.labels)
    wanted.push_back(label.kernels > 0 && label.count > 1 && label.host_total > shortest / 2 &&
                     !names_a_line(label.label));
  auto all = tilings(profile, wanted);
  std::erase_if(all, [&](const Tiling& tiling) {
    return tiling.ranges.size() < 2 || tiling.total <= extents[tiling.thread].duration() / 2;
  });
  return all;
}

}  // namespace

void find_named_steps(const Profile& profile, std::string_view marker, StepsByProcess& found) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto named = labels.by_label.find(normalised_label(marker));
  if (named == labels.by_label.end()) return;
  std::vector<bool> wanted(labels.labels.size(), false);
  wanted[named->second] = true;
  take_longest(profile, tilings(profile, wanted), found);
}

void find_labelled_steps(const Profile& profile, StepsByProcess& found) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<bool> wanted;
  for (const LabelStats& label : labels.labels) wanted.push_back(names_a_step(label.label));
  if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return;
  auto all = tilings(profile, wanted);
  std::erase_if(all, [](const Tiling& tiling) { return tiling.ranges.size() < 2; });
  take_longest(profile, std::move(all), found);
}

void find_tiling_steps(const Profile& profile, StepsByProcess& found) {
  std::vector<bool> uses_gpu(found.size(), false);
  for (const Device& device : profile.devices()) uses_gpu[device.process] = true;
  bool any = false;
  for (size_t i = 0; i < found.size(); ++i) any |= uses_gpu[i] && found[i].steps.source == StepSource::none;
  if (!any || profile.nvtx().size() == 0) return;
  const std::vector<Interval> extents = thread_extents(profile);
  std::vector<Tiling> covering = covering_tilings(profile, extents);
  if (covering.empty()) return;
  const auto of_process = by_process(profile, std::move(covering));
  const auto launches = launch_times(profile);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].steps.source == StepSource::marker || of_process[i].empty()) continue;
    for (size_t tried = 0; tried < std::min(kMostTried, of_process[i].size()); ++tried) {
      const Tiling& tiling = of_process[i][tried];
      const auto figures = figures_of_ranges(profile, tiling, launches[i], extents[tiling.thread]);
      if (!figures.are_steps()) {
        if (nearer_to_steps(figures, found[i].steps.figures)) found[i].steps.figures = figures;
        continue;
      }
      found[i] = steps_of(profile, tiling);
      found[i].steps.figures = figures;
      if (are_blocks(profile, tiling)) found[i].steps.source = StepSource::repeat;
      break;
    }
  }
}

bool names_a_line(std::string_view label) {
  std::string numbered(label);
  std::replace(numbered.begin(), numbered.end(), '#', '1');
  const auto source = source_of_label(numbered);
  return source && source->line;
}

bool names_a_step(std::string_view label) {
  std::string letters;
  for (const char c : label)
    if (std::isalpha(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!label.ends_with('#')) return false;
  return letters == "iter" || letters.ends_with("step") || letters.ends_with("iteration") ||
         letters.ends_with("trainiter");
}

}  // namespace nsys_ai

// Chooses the marker, cuts each process into steps, and gives every operation to its step by binary search.
#include "analysis/time/iterations.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/sum.h"
#include "base/work_scope.h"

namespace nsys_ai::inline analysis {
namespace {

constexpr size_t kMinTiles = 3;

// A label on one thread, with its ranges that lie in none of the same label.
struct Tiling {
  uint32_t label = 0;
  ThreadIx thread;
  std::vector<uint32_t> ranges;
  int64_t total = 0;
};

bool closed_here(const Nvtx& nvtx, size_t range) {
  return nvtx.is_range(range) && nvtx.end(range) != Nvtx::kOpen &&
         nvtx.thread[range] == nvtx.end_thread[range];
}

// Ranges of the wanted labels by thread and label, in order of time; what overlaps an earlier one is left
// out.
std::vector<Tiling> tilings(const Profile& profile, const std::vector<bool>& wanted) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  struct Group {
    uint32_t thread = UINT32_MAX;
    std::vector<uint32_t>* ranges = nullptr;
  };
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> groups;
  // Ranges of a label mostly follow each other on one thread.
  std::vector<Group> last(labels.labels.size());
  for (uint32_t i = 0; i < nvtx.size(); ++i) {
    if (!closed_here(nvtx, i)) continue;
    const uint32_t label = labels.of_template[nvtx.text[i]];
    if (!wanted[label]) continue;
    const uint32_t thread = nvtx.thread[i].value;
    if (last[label].thread != thread) last[label] = {thread, &groups[{thread, label}]};
    last[label].ranges->push_back(i);
  }
  std::vector<Tiling> all;
  for (auto& [key, ranges] : groups) {
    const auto precedes = [&](uint32_t a, uint32_t b) {
      return std::tuple(nvtx.start[a], -nvtx.end(a), a) < std::tuple(nvtx.start[b], -nvtx.end(b), b);
    };
    if (!std::is_sorted(ranges.begin(), ranges.end(), precedes))
      std::sort(ranges.begin(), ranges.end(), precedes);
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

// First start to last end of what each thread did: ranges and calls.
std::vector<Interval> thread_extents(const Profile& profile) {
  std::vector<Interval> extents(profile.threads().size(), {INT64_MAX, INT64_MIN});
  const auto widen = [&](size_t thread, Interval by) {
    extents[thread] = {std::min(extents[thread].start, by.start), std::max(extents[thread].end, by.end)};
  };
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i)
    if (closed_here(nvtx, i)) widen(nvtx.thread[i], nvtx.interval(i));
  for (size_t i = 0; i < profile.calls().size(); ++i)
    widen(profile.calls().thread[i], profile.calls().interval(i));
  return extents;
}

// Keeps one tiling a process: the longest; of equal ones the one with fewer ranges, then the first thread.
std::vector<Tiling> best_of_processes(const Profile& profile, std::vector<Tiling> all) {
  std::map<uint32_t, Tiling> best;
  for (Tiling& tiling : all) {
    const uint32_t process = profile.threads()[tiling.thread].process.value;
    const auto [found, added] = best.try_emplace(process, tiling);
    const auto rank = [](const Tiling& of) {
      return std::tuple(-of.total, of.ranges.size(), of.thread.value);
    };
    if (!added && rank(tiling) < rank(found->second)) found->second = std::move(tiling);
  }
  std::vector<Tiling> kept;
  kept.reserve(best.size());
  for (auto& [process, tiling] : best) kept.push_back(std::move(tiling));
  return kept;
}

std::vector<Tiling> named_tilings(const Profile& profile, std::string_view marker) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<bool> wanted(labels.labels.size(), false);
  const auto found = labels.by_label.find(normalised_label(marker));
  if (found == labels.by_label.end()) return {};
  wanted[found->second] = true;
  return best_of_processes(profile, tilings(profile, wanted));
}

std::vector<Tiling> step_tilings(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<bool> wanted;
  for (const LabelStats& label : labels.labels) wanted.push_back(names_a_step(label.label));
  auto all = tilings(profile, wanted);
  std::erase_if(all, [](const Tiling& tiling) { return tiling.ranges.size() < 2; });
  return best_of_processes(profile, std::move(all));
}

// Steps are alike: most ranges last at least half of the average. Those of an operator that is called
// everywhere are not.
bool regular(const Nvtx& nvtx, const Tiling& tiling) {
  std::vector<int64_t> lengths;
  for (const uint32_t range : tiling.ranges) lengths.push_back(nvtx.end(range) - nvtx.start[range]);
  const auto middle = lengths.begin() + static_cast<ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle >= tiling.total / static_cast<int64_t>(lengths.size()) / 2;
}

// Labels whose ranges cover more than half of all that their thread did, and that launched kernels.
std::vector<Tiling> covering_tilings(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const std::vector<Interval> extents = thread_extents(profile);
  int64_t shortest = INT64_MAX;
  for (const Interval& extent : extents)
    if (extent.start <= extent.end) shortest = std::min(shortest, extent.duration());
  // Of most labels all ranges together are too short, and none of theirs is listed.
  std::vector<bool> wanted;
  for (const LabelStats& label : labels.labels)
    wanted.push_back(label.kernels > 0 && label.count >= static_cast<int64_t>(kMinTiles) &&
                     label.host_total > shortest / 2);
  auto all = tilings(profile, wanted);
  std::erase_if(all, [&](const Tiling& tiling) {
    return tiling.ranges.size() < kMinTiles || tiling.total <= extents[tiling.thread].duration() / 2 ||
           !regular(profile.nvtx(), tiling);
  });
  return best_of_processes(profile, std::move(all));
}

void add_markers(const Profile& profile, const std::vector<Tiling>& tilings, Iterations& iterations) {
  const Nvtx& nvtx = profile.nvtx();
  for (const Tiling& tiling : tilings) {
    int64_t number = 0;
    for (const uint32_t range : tiling.ranges)
      iterations.all.push_back(
          {number++, profile.threads()[tiling.thread].process, range, nvtx.interval(range), {}});
  }
  if (!tilings.empty())
    iterations.marker = profile.derived(build_nvtx_labels).labels[tilings.front().label].label;
}

// The device of each process on which most kernels ran.
std::vector<DeviceIx> busiest_devices(const Profile& profile) {
  std::vector<int64_t> kernels(profile.devices().size(), 0);
  for (size_t i = 0; i < profile.kernels().size(); ++i)
    ++kernels[profile.streams()[profile.kernels().stream[i]].device];
  std::map<uint32_t, DeviceIx> best;
  for (size_t device = 0; device < kernels.size(); ++device) {
    const auto [found, added] = best.try_emplace(profile.devices()[device].process.value, DeviceIx(device));
    if (!added && kernels[device] > kernels[found->second]) found->second = DeviceIx(device);
  }
  std::vector<DeviceIx> devices;
  devices.reserve(best.size());
  for (const auto& [process, device] : best) devices.push_back(device);
  return devices;
}

void add_turns(const Profile& profile, DeviceIx device, Iterations& iterations) {
  const Kernels& kernels = profile.kernels();
  const OperationNumbers numbers(profile);
  std::vector<uint32_t> sequence, rows;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    const auto operation = numbers[number];
    if (operation.kind != OperationNumbers::kernel) continue;
    sequence.push_back(kernels.name(operation.at).value);
    rows.push_back(operation.at);
  }
  const std::vector<size_t> turns = find_periods(sequence);
  int64_t number = 0;
  for (size_t turn = 0; turn + 1 < turns.size(); ++turn) {
    const bool last = turns[turn + 1] == rows.size();
    const int64_t end = last ? kernels.end(rows.back()) : kernels.start[rows[turns[turn + 1]]];
    iterations.all.push_back({number++,
                              profile.devices()[device].process,
                              Iteration::kNoRange,
                              {kernels.start[rows[turns[turn]]], end},
                              {}});
    if (iterations.marker.empty()) iterations.marker = profile.text(kernels.name(rows[turns[turn]]));
  }
}

// The steps of each process as a run of `all`.
std::vector<std::pair<uint32_t, uint32_t>> runs_of(const Profile& profile, const Iterations& iterations) {
  std::vector<std::pair<uint32_t, uint32_t>> runs(profile.processes().size(), {0, 0});
  for (uint32_t i = 0; i < iterations.all.size(); ++i) {
    auto& run = runs[iterations.all[i].process];
    if (run.second == 0) run.first = i;
    run.second = i + 1;
  }
  return runs;
}

// First start to last end of the operations of each step.
void find_spans(const Profile& profile, Iterations& iterations) {
  const OperationNumbers numbers(profile);
  StepLookup step_of(profile, iterations);
  Pacer pacer;
  const size_t count = numbers.first(OperationNumbers::graph_run) + profile.graph_runs().size();
  for (uint32_t number = 0; number < count; ++number) {
    pacer();
    const auto operation = numbers[number];
    const uint32_t step = step_of(operation);
    if (step == Iterations::kNone) continue;
    const Interval ran = numbers.family(operation.kind).interval(operation.at);
    Interval& gpu = iterations.all[step].gpu;
    gpu = gpu == Interval{} ? ran : Interval{std::min(gpu.start, ran.start), std::max(gpu.end, ran.end)};
  }
}

}  // namespace

StepLookup::StepLookup(const Profile& profile, const Iterations& iterations, std::optional<ProcessIx> only)
    : profile_(profile),
      iterations_(iterations),
      numbers_(profile),
      launches_(iterations.detected ? nullptr : &profile.derived(build_launches)),
      one_process_(only.has_value()),
      last_(only ? 1 : profile.processes().size(), 0) {}

std::optional<int64_t> StepLookup::deciding_time(OperationNumbers::Operation operation) const {
  if (launches_ == nullptr) return numbers_.family(operation.kind).start[operation.at];
  const uint32_t call = links_of(*launches_, operation.kind)[operation.at];
  if (call == Launches::kNoCall) return std::nullopt;
  return profile_.calls().start[call];
}

uint32_t StepLookup::operator()(OperationNumbers::Operation operation) {
  const StreamIx stream = numbers_.family(operation.kind).stream[operation.at];
  const ProcessIx process = profile_.device_of(stream).process;
  const auto [first, end] = iterations_.of_process[process];
  if (end == 0) return Iterations::kNone;
  const auto time = deciding_time(operation);
  if (!time) return Iterations::kNone;
  const auto& all = iterations_.all;
  // Steps of a process do not overlap: what the last answer holds, no other step does.
  uint32_t& last = last_[one_process_ ? 0 : size_t{process.value}];
  if (last >= first && last < end && all[last].bounds.start <= *time && *time < all[last].bounds.end)
    return last;
  const auto begin = all.begin() + first;
  const auto after = std::partition_point(begin, all.begin() + end,
                                          [&](const Iteration& of) { return of.bounds.start <= *time; });
  if (after == begin || *time >= (after - 1)->bounds.end) return Iterations::kNone;
  return last = static_cast<uint32_t>(after - 1 - all.begin());
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

Iterations find_iterations(const Profile& profile, std::string_view marker) {
  Iterations iterations;
  if (!marker.empty()) {
    add_markers(profile, named_tilings(profile, marker), iterations);
  } else {
    auto markers = step_tilings(profile);
    if (markers.empty()) markers = covering_tilings(profile);
    add_markers(profile, markers, iterations);
    if (markers.empty()) {
      iterations.detected = true;
      for (const DeviceIx device : busiest_devices(profile)) add_turns(profile, device, iterations);
    }
  }
  iterations.of_process = runs_of(profile, iterations);
  find_spans(profile, iterations);
  return iterations;
}

Iterations build_iterations(const Profile& profile) { return find_iterations(profile, ""); }

}  // namespace nsys_ai::inline analysis

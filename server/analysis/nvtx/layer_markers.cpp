// Finds labels with consecutive numbers, then the intervals between their ranges, then where the kernels were
// launched.
#include "analysis/nvtx/layer_markers.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "analysis/nvtx/label_numbers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "base/sum.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewestPairsOfLayers = 2;

struct Marker {
  uint32_t range = 0;
  uint32_t label = 0;
  std::vector<int64_t> numbers;
  bool goes_on = false;  // the next range of its label continues the count
};

// Marks those of the ordered markers of one label whose successor counts up by the most frequent increment;
// returns false where few do.
bool count_on(std::vector<Marker>& markers, const std::vector<size_t>& of_label) {
  IncrementCounts steps;
  for (size_t i = 1; i < of_label.size(); ++i)
    steps.add(counted_on(markers[of_label[i - 1]].numbers, markers[of_label[i]].numbers));
  const auto step = steps.most_frequent();
  if (!step || step->pairs < std::max(kFewestPairsOfLayers, (of_label.size() - 1) / 2)) return false;
  for (size_t i = 1; i < of_label.size(); ++i) {
    const auto pair = counted_on(markers[of_label[i - 1]].numbers, markers[of_label[i]].numbers);
    markers[of_label[i - 1]].goes_on = pair && pair->by == step->by;
  }
  return true;
}

// The outermost numbered ranges of a thread, with labels that mostly count up, by start.
std::vector<Marker> markers_of(const Profile& profile, ThreadIx thread) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NumberedRanges& numbered = profile.derived(build_numbered_ranges);
  std::vector<Marker> markers;
  std::map<uint32_t, std::vector<size_t>> of_label;
  ThrottledCheck check;
  for (const uint32_t range : profile.derived(build_nvtx_forest).of_thread[thread]) {
    check();
    if (numbered.outermost[range] != range) continue;
    const uint32_t label = labels.of_template[profile.nvtx().text[range]];
    of_label[label].push_back(markers.size());
    markers.push_back({range, label, numbers_in(without_operator_ids(profile.nvtx_text(range)))});
  }
  for (auto& [label, at] : of_label)
    if (count_on(markers, at)) at.clear();
  std::erase_if(markers, [&](const Marker& marker) { return !of_label[marker.label].empty(); });
  return markers;
}

void add_layers(const Profile& profile, ThreadIx thread, LayerMarkers& found) {
  const Nvtx& nvtx = profile.nvtx();
  const std::vector<Marker> markers = markers_of(profile, thread);
  for (size_t i = 0; i < markers.size(); ++i) {
    const Marker* next = i + 1 < markers.size() ? &markers[i + 1] : nullptr;
    const bool closed = next && next->label != markers[i].label && next->numbers == markers[i].numbers;
    if (next && (closed || markers[i].goes_on))
      found.of_thread[thread].push_back(
          {{nvtx.start[markers[i].range], nvtx.start[next->range]}, markers[i].range});
    else
      ++found.last_ones;
  }
}

// The time of all kernels whose range and launch `in` accepts.
template <class In>
Sum kernel_time(const Profile& profile, In in) {
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  Sum time;
  ThrottledCheck check;
  for (size_t i = 0; i < kernels.size(); check(), ++i)
    if (launches.of_kernel[i] != Launches::kNoCall && in(attribution.of_kernel[i], launches.of_kernel[i]))
      time += kernels.interval(i).duration();
  return time;
}

// Whether ranges contain so small a part of the time that they are only markers.
bool only_marks(Sum inside, Sum whole) {
  return whole > 0 && static_cast<double>(int64_t{inside}) <=
                          LayerMarkers::kMostInside * static_cast<double>(int64_t{whole});
}

}  // namespace

uint32_t LayerMarkers::around(const Calls& calls, uint32_t call) const {
  if (empty()) return NvtxForest::kNoRange;
  const auto& layers = of_thread[calls.thread[call]];
  const Interval time = calls.interval(call);
  const auto after = std::partition_point(layers.begin(), layers.end(),
                                          [&](const Layer& of) { return of.on_host.start <= time.start; });
  if (after == layers.begin() || (after - 1)->on_host.end < time.end) return NvtxForest::kNoRange;
  return (after - 1)->range;
}

LayerMarkers build_layer_markers(const Profile& profile) {
  const NumberedRanges& numbered = profile.derived(build_numbered_ranges);
  const Sum inside = kernel_time(profile, [&](uint32_t range, uint32_t) {
    return range != NvtxForest::kNoRange && numbered.outermost[range] != NvtxForest::kNoRange;
  });
  // The time between markers cannot exceed the total: most captures need no search.
  if (!only_marks(inside, kernel_time(profile, [](uint32_t, uint32_t) { return true; }))) return {};
  LayerMarkers markers;
  markers.of_thread.resize(profile.threads().size());
  for (size_t thread = 0; thread < markers.of_thread.size(); ++thread)
    add_layers(profile, ThreadIx(thread), markers);
  const Sum between = kernel_time(profile, [&](uint32_t, uint32_t call) {
    return markers.around(profile.calls(), call) != NvtxForest::kNoRange;
  });
  return only_marks(inside, between) ? markers : LayerMarkers{};
}

std::vector<uint32_t> outermost_ranges(const Profile& profile, const std::vector<bool>& wanted) {
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::vector<uint32_t> outermost(profile.nvtx().size(), NvtxForest::kNoRange);
  ThrottledCheck check;
  for (const auto& thread : forest.of_thread)
    for (const uint32_t range : thread) {
      check();
      const uint32_t parent = forest.parent[range];
      if (parent != NvtxForest::kNoRange) outermost[range] = outermost[parent];
      if (outermost[range] == NvtxForest::kNoRange && wanted[range]) outermost[range] = range;
    }
  return outermost;
}

namespace {

// Indexed by label. Numbers inside a word count where several labels differ in them alone.
std::vector<bool> numbered_labels(const NvtxLabels& labels) {
  std::vector<std::string> without;
  std::map<std::string_view, size_t> alike;
  for (const LabelStats& label : labels.labels) without.push_back(without_numbers_in_words(label.label));
  for (const std::string& of : without) ++alike[of];
  std::vector<bool> numbered;
  for (size_t i = 0; i < without.size(); ++i) {
    const bool has_number = labels.labels[i].label.find('#') != std::string::npos ||
                            (without[i].find('#') != std::string::npos && alike[without[i]] > 1);
    numbered.push_back(has_number && !names_a_step(without[i]));
  }
  return numbered;
}

}  // namespace

NumberedRanges build_numbered_ranges(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const std::vector<bool> numbered = numbered_labels(labels);
  std::vector<bool> wanted(profile.nvtx().size(), false);
  for (const auto& thread : profile.derived(build_nvtx_forest).of_thread)
    for (const uint32_t range : thread)
      wanted[range] = numbered[labels.of_template[profile.nvtx().text[range]]];
  return {outermost_ranges(profile, wanted)};
}

}  // namespace nsys_ai

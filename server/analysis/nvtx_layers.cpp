// Marks the ranges that can be layers, then walks from each kernel's range outwards.
#include "analysis/nvtx_layers.h"

#include <algorithm>
#include <tuple>

#include "analysis/iterations.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"
#include "analysis/nvtx_paths.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

std::vector<bool> numbered_ranges(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::vector<bool> numbered;
  for (const LabelStats& label : labels.labels)
    numbered.push_back(label.label.find('#') != std::string::npos && !names_a_step(label.label));
  std::vector<bool> ranges(profile.nvtx().size(), false);
  for (const auto& thread : forest.of_thread)
    for (const uint32_t range : thread) ranges[range] = numbered[labels.of_name[profile.nvtx().text[range]]];
  return ranges;
}

// Ranges whose label turns up more than once directly inside one range.
std::vector<bool> repeating_ranges(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  Dictionary<uint64_t> numbers;
  std::vector<uint32_t> counts;
  const auto key = [&](uint32_t range) {
    return uint64_t{forest.parent[range]} << 32 | labels.of_name[profile.nvtx().text[range]];
  };
  for (const auto& thread : forest.of_thread)
    for (const uint32_t range : thread) {
      if (forest.parent[range] == NvtxForest::kNoRange) continue;
      const uint32_t code = numbers.code(key(range));
      if (code == counts.size()) counts.push_back(0);
      ++counts[code];
    }
  std::vector<bool> ranges(profile.nvtx().size(), false);
  for (const auto& thread : forest.of_thread)
    for (const uint32_t range : thread)
      ranges[range] = forest.parent[range] != NvtxForest::kNoRange && counts[*numbers.find(key(range))] > 1;
  return ranges;
}

class LayerMaker {
 public:
  LayerMaker(const Profile& profile, const std::vector<bool>& wanted)
      : profile_(profile),
        wanted_(wanted),
        forest_(profile.derived(build_nvtx_forest)),
        paths_(profile.derived(build_nvtx_paths)),
        last_(profile.nvtx().size(), false) {}

  void add(uint32_t range, int64_t length, bool communicates) {
    uint32_t layer = NvtxForest::kNoRange;
    for (; range != NvtxForest::kNoRange; range = forest_.parent[range])
      if (wanted_[range]) layer = range;
    if (layer == NvtxForest::kNoRange) return;
    const NameId text = profile_.nvtx().text[layer];
    const uint32_t code = numbers_.code(uint64_t{paths_.of_range[layer]} << 32 | text.value);
    if (code == layers_.size())
      layers_.push_back({without_operator_ids(profile_.text(text)), paths_.of_range[layer]});
    LayerTime& of = layers_[code];
    ++of.kernels;
    (communicates ? of.communication : of.compute) += length;
    if (!last_[layer]) ++of.instances;
    last_[layer] = true;
  }
  // Texts that differ in operator ids alone are one layer.
  std::vector<LayerTime> merged() {
    std::sort(layers_.begin(), layers_.end(), [](const LayerTime& a, const LayerTime& b) {
      return std::tie(a.layer, a.path) < std::tie(b.layer, b.path);
    });
    std::vector<LayerTime> all;
    for (const LayerTime& of : layers_) {
      if (all.empty() || all.back().layer != of.layer || all.back().path != of.path) {
        all.push_back(of);
        continue;
      }
      all.back().instances += of.instances;
      all.back().kernels += of.kernels;
      all.back().compute += of.compute;
      all.back().communication += of.communication;
    }
    return all;
  }

 private:
  const Profile& profile_;
  const std::vector<bool>& wanted_;
  const NvtxForest& forest_;
  const NvtxPaths& paths_;
  std::vector<bool> last_;  // ranges that were counted as an instance
  Dictionary<uint64_t> numbers_;
  std::vector<LayerTime> layers_;
};

std::vector<LayerTime> layers_of(const Profile& profile, const Scope& scope, const std::vector<bool>& wanted,
                                 Sum& kernel_time) {
  const Kernels& kernels = profile.kernels();
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const Attribution& attribution = profile.derived(build_attribution);
  LayerMaker maker(profile, wanted);
  kernel_time = 0;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    kernel_time += inside->length();
    maker.add(attribution.of_kernel[i], inside->length(),
              families.of(kernels.name(i)) == KernelFamily::communication);
  }
  return maker.merged();
}

}  // namespace

LayerTimes layer_times(const Profile& profile, const Scope& scope) {
  LayerTimes times;
  times.layers = layers_of(profile, scope, numbered_ranges(profile), times.kernel_time);
  times.basis = LayerTimes::Basis::numbered;
  if (times.layers.empty()) {
    times.layers = layers_of(profile, scope, repeating_ranges(profile), times.kernel_time);
    times.basis = times.layers.empty() ? LayerTimes::Basis::none : LayerTimes::Basis::repeating;
  }
  std::vector<std::string> texts;
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  for (const LayerTime& of : times.layers) {
    if (texts.size() <= of.path) texts.resize(of.path + 1);
    if (texts[of.path].empty()) texts[of.path] = paths.text(profile, of.path);
  }
  std::sort(times.layers.begin(), times.layers.end(), [&](const LayerTime& a, const LayerTime& b) {
    return std::tuple(-int64_t{a.total()}, std::string_view(a.layer), std::string_view(texts[a.path])) <
           std::tuple(-int64_t{b.total()}, std::string_view(b.layer), std::string_view(texts[b.path]));
  });
  return times;
}

}  // namespace nsys_ai

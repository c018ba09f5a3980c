// Finds for each range the outermost that can be a layer, or the markers of layers, then scans the kernels.
#include "analysis/nvtx/nvtx_layers.h"

#include <algorithm>
#include <tuple>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/layer_markers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/context.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

// Ranges whose label occurs more than once directly inside one parent.
std::vector<bool> repeating_ranges(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  Dictionary<uint64_t> numbers;
  std::vector<uint32_t> counts;
  const auto key = [&](uint32_t range) {
    return uint64_t{forest.parent[range]} << 32 | labels.of_template[profile.nvtx().text[range]];
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
  explicit LayerMaker(const Profile& profile)
      : profile_(profile),
        paths_(profile.derived(build_nvtx_paths)),
        code_of_range_(profile.nvtx().size(), kUnknown),
        reported_by_(profile.nvtx().text.templates().size(), kUnknown) {}

  void add(uint32_t range, int64_t length, bool communicates) {
    uint32_t& code = code_of_range_[range];
    if (code == kUnknown) {
      code = code_of(range);
      ++layers_[code].instances;
    }
    ++layers_[code].kernels;
    (communicates ? layers_[code].communication : layers_[code].compute) += length;
  }
  // Texts that differ only in operator ids are one layer.
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
  static constexpr uint32_t kUnknown = UINT32_MAX;

  // Operator ids are ignored: with them, each range would be a layer.
  uint32_t code_of(uint32_t range) {
    const TextColumn& texts = profile_.nvtx().text;
    const TemplateId of_template = texts[range];
    const std::string_view whole = texts.templates()[of_template];
    uint32_t& reported_by = reported_by_[of_template];
    if (reported_by == kUnknown) reported_by = static_cast<uint32_t>(without_operator_ids(whole).size());
    const std::string_view beginning = whole.substr(0, reported_by);
    std::string_view numbers = texts.numbers(range);
    numbers = numbers.substr(0, bytes_of_numbers(beginning, numbers).value_or(0));
    const uint32_t path = paths_.of_range[range];
    key_.assign(reinterpret_cast<const char*>(&path), sizeof(path));
    key_.append(reinterpret_cast<const char*>(&of_template), sizeof(of_template));
    key_ += numbers;
    const uint32_t code = keys_.add(key_);
    if (code == layers_.size()) layers_.push_back({whole_text(beginning, numbers), path});
    return code;
  }

  const Profile& profile_;
  const NvtxPaths& paths_;
  std::vector<uint32_t> code_of_range_;  // set once the range counted as an instance
  std::vector<uint32_t> reported_by_;        // indexed by TemplateId: length of the text without operator ids
  TextSet keys_;                         // each is a path, a template and numbers
  std::string key_;
  std::vector<LayerTime> layers_;
};

// `layer_of` returns the range that names the layer of a kernel, or NvtxForest::kNoRange.
template <class LayerOf>
std::vector<LayerTime> layers_of(const Profile& profile, const Scope& scope, LayerOf layer_of,
                                 Sum& kernel_time) {
  const Kernels& kernels = profile.kernels();
  const KernelFamilies& families = profile.derived(build_kernel_families);
  LayerMaker maker(profile);
  kernel_time = 0;
  ThrottledCheck check;
  for (size_t i = 0; i < kernels.size(); check(), ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    kernel_time += inside->duration();
    if (const uint32_t layer = layer_of(i); layer != NvtxForest::kNoRange)
      maker.add(layer, inside->duration(), families.of(kernels.name(i)) == KernelFamily::communication);
  }
  return maker.merged();
}

std::vector<LayerTime> layers_around(const Profile& profile, const Scope& scope,
                                     const std::vector<uint32_t>& layers, Sum& kernel_time) {
  const Attribution& attribution = profile.derived(build_attribution);
  const auto layer_of = [&](size_t kernel) {
    const uint32_t range = attribution.of_kernel[kernel];
    return range == NvtxForest::kNoRange ? range : layers[range];
  };
  return layers_of(profile, scope, layer_of, kernel_time);
}

std::vector<LayerTime> layers_between(const Profile& profile, const Scope& scope, const LayerMarkers& markers,
                                      Sum& kernel_time) {
  const Launches& launches = profile.derived(build_launches);
  const auto layer_of = [&](size_t kernel) {
    const uint32_t call = launches.of_kernel[kernel];
    return call == Launches::kNoCall ? NvtxForest::kNoRange : markers.around(profile.calls(), call);
  };
  return layers_of(profile, scope, layer_of, kernel_time);
}

// Whether the layers launched at least half of the kernel time.
bool hold_most(const LayerTimes& times) {
  Sum inside;
  for (const LayerTime& of : times.layers) inside += of.total();
  return !times.layers.empty() && int64_t{inside} >= int64_t{times.kernel_time} - int64_t{inside};
}

}  // namespace

LayerTimes layer_times(const Profile& profile, const Scope& scope) {
  LayerTimes times;
  const LayerMarkers& markers = profile.derived(build_layer_markers);
  times.basis = LayerTimes::Basis::numbered;
  if (markers.empty())
    times.layers =
        layers_around(profile, scope, profile.derived(build_numbered_ranges).outermost, times.kernel_time);
  if (times.layers.empty()) {
    times.layers = layers_around(profile, scope, outermost_ranges(profile, repeating_ranges(profile)),
                                 times.kernel_time);
    times.basis = times.layers.empty() ? LayerTimes::Basis::none : LayerTimes::Basis::repeating;
  }
  if (!markers.empty() && !hold_most(times)) {
    std::vector<LayerTime> between = layers_between(profile, scope, markers, times.kernel_time);
    if (!between.empty()) {
      times.layers = std::move(between);
      times.basis = LayerTimes::Basis::between_markers;
      times.last_markers = markers.last_ones;
    }
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

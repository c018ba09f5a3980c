// Interns paths along the forest of ranges.
#include "analysis/nvtx/nvtx_paths.h"

#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

class PathMaker {
 public:
  PathMaker(const Profile& profile, NvtxPaths& paths)
      : nvtx_(profile.nvtx()), labels_(profile.derived(build_nvtx_labels)), paths_(paths) {}

  void add(uint32_t range, uint32_t outer) {
    const uint32_t parent = outer == NvtxForest::kNoRange ? NvtxPaths::kNoPath : paths_.of_range[outer];
    const uint32_t label = labels_.of_template[nvtx_.text[range]];
    const uint32_t path = numbers_.code(uint64_t{parent} << 32 | label);
    if (path == paths_.parent.size()) {
      paths_.parent.push_back(parent);
      paths_.label.push_back(label);
      paths_.depth.push_back(parent == NvtxPaths::kNoPath ? 0 : paths_.depth[parent] + 1);
    }
    paths_.of_range[range] = path;
  }

 private:
  const Nvtx& nvtx_;
  const NvtxLabels& labels_;
  NvtxPaths& paths_;
  Dictionary<uint64_t> numbers_;
};

}  // namespace

std::string NvtxPaths::text(const Profile& profile, uint32_t path) const {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::string text = labels.labels[label[path]].label;
  for (uint32_t outer = parent[path]; outer != kNoPath; outer = parent[outer])
    text.insert(0, labels.labels[label[outer]].label + " > ");
  return text;
}

NvtxPaths build_nvtx_paths(const Profile& profile) {
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const Nvtx& nvtx = profile.nvtx();
  NvtxPaths paths;
  paths.of_range.assign(nvtx.size(), NvtxPaths::kNoPath);
  PathMaker maker(profile, paths);
  ThrottledCheck check;
  for (const auto& ranges : forest.of_thread)
    for (const uint32_t range : ranges) {
      check();
      maker.add(range, forest.parent[range]);
    }
  return paths;
}

NvtxEnclosures build_nvtx_enclosures(const Profile& profile) {
  return {&profile.nvtx(), &profile.calls(), &profile.derived(build_nvtx_forest),
          &profile.derived(build_attribution), &profile.derived(build_launches)};
}

}  // namespace nsys_ai

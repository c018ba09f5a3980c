// Walks outwards, once for each requested path.
#include "analysis/nvtx/nvtx_path_texts.h"

#include <vector>

namespace nsys_ai {

NvtxPathTexts::NvtxPathTexts(const Profile& profile)
    : paths_(profile.derived(build_nvtx_paths)), labels_(profile.derived(build_nvtx_labels)) {}

std::string_view NvtxPathTexts::of(uint32_t path) {
  if (const auto known = texts_.find(path); known != texts_.end()) return known->second;
  std::vector<uint32_t> outwards;
  uint32_t at = path;
  for (; at != NvtxPaths::kNoPath && outwards.size() < kMaxLabels; at = paths_.parent[at])
    outwards.push_back(at);
  std::string text = at == NvtxPaths::kNoPath ? "" : "… > ";
  for (size_t i = outwards.size(); i-- > 0;) {
    text += labels_.labels[paths_.label[outwards[i]]].label;
    if (i > 0) text += " > ";
  }
  bytes_ += text.size();
  if (bytes_ > kMaxBytes) {
    texts_.clear();
    bytes_ = text.size();
  }
  return texts_[path] = std::move(text);
}

}  // namespace nsys_ai

// Formats paths of labels for callers that write one in each of millions of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "profile/profile.h"

namespace nsys_ai {

// `step # > forward`, as `NvtxPaths::text` has it. If there are more than `kMaxLabels` labels, the outer ones
// are replaced by `…`, since programs can nest ranges arbitrarily deep. For one thread.
class NvtxPathTexts {
 public:
  static constexpr size_t kMaxLabels = 100;
  // Maximum size of the cached texts; the cache is cleared beyond it.
  static constexpr size_t kMaxBytes = size_t{32} << 20;

  explicit NvtxPathTexts(const Profile& profile);
  // Valid until the next call.
  std::string_view of(uint32_t path);

 private:
  const NvtxPaths& paths_;
  const NvtxLabels& labels_;
  std::unordered_map<uint32_t, std::string> texts_;
  size_t bytes_ = 0;
};

}  // namespace nsys_ai

// Texts of paths of labels, for those who write one in each of millions of rows.
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

// `step # > forward`, as `NvtxPaths::text` has it. Of more than `kMaxLabels` labels the outer ones are left
// out and stand as `…`: ranges may nest as deep as a program likes. For one thread.
class NvtxPathTexts {
 public:
  static constexpr size_t kMaxLabels = 100;
  // Kept texts are dropped when they take more.
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

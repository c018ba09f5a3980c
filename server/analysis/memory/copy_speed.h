// Computes copy bandwidth by direction, memory kinds and size.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// Classes by the bytes of the unclipped copy: under 4 KB, under 64 KB, under 1 MB, under 16 MB, and more.
constexpr size_t kSizeClasses = 5;
size_t size_class_of(int64_t bytes);
std::string_view size_class_name(size_t size_class);

struct CopyGroup {
  DeviceIx device;
  uint8_t copy_kind = 0;
  uint8_t src_kind = 0;
  uint8_t dst_kind = 0;
  size_t size_class = 0;
  int64_t operations = 0;
  Sum bytes{};
  int64_t time = 0;  // ns, the union of the copies of the group
};
// Sorted by device, then by bytes in descending order, then by the other members.
std::vector<CopyGroup> copy_groups(const Profile& profile, const Scope& scope);

// The maximum bandwidth of copies inside a GPU in bytes a second, where each byte is read and written. Empty
// where the file does not describe the GPU, and for other directions, since the file does not describe links.
std::optional<int64_t> peak_copy_speed(const Profile& profile, const CopyGroup& group);

}  // namespace nsys_ai

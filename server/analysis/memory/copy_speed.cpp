// The copies of a device are in order of start, so the union of each group grows at its end.
#include "analysis/memory/copy_speed.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analysis/memory/transfers.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr std::array<int64_t, kSizeClasses - 1> kBounds = {4'000, 64'000, 1'000'000, 16'000'000};
constexpr uint8_t kCopyOnDevice = 8;

struct SpeedGroup {
  CopyGroup of;
  int64_t covered_to = INT64_MIN;
};

using Key = std::tuple<uint8_t, uint8_t, uint8_t, size_t>;

}  // namespace

size_t size_class_of(int64_t bytes) {
  return static_cast<size_t>(std::upper_bound(kBounds.begin(), kBounds.end(), bytes) - kBounds.begin());
}

std::string_view size_class_name(size_t size_class) {
  constexpr std::array<std::string_view, kSizeClasses> names = {
      "under 4 KB", "4 KB to 64 KB", "64 KB to 1 MB", "1 MB to 16 MB", "16 MB and more"};
  return names[size_class];
}

std::vector<CopyGroup> copy_groups(const Profile& profile, const Scope& scope) {
  const Copies& copies = profile.copies();
  const OperationNumbers numbers(profile);
  std::vector<CopyGroup> all;
  for (const DeviceIx device : scope.devices()) {
    std::map<Key, SpeedGroup> groups;
    for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
      const auto [kind, at] = numbers[number];
      if (kind != OperationNumbers::copy) continue;
      const auto inside = scope.clip(copies.interval(at));
      if (!inside) continue;
      const size_t size = size_class_of(copies.bytes[at]);
      SpeedGroup& group = groups[{copies.copy_kind[at], copies.src_kind[at], copies.dst_kind[at], size}];
      ++group.of.operations;
      group.of.bytes += clipped_bytes(copies.bytes[at], copies.interval(at), *inside);
      group.of.time += Interval{std::max(inside->start, group.covered_to), inside->end}.duration();
      group.covered_to = std::max(group.covered_to, inside->end);
    }
    const auto first = static_cast<ptrdiff_t>(all.size());
    for (auto& [key, group] : groups) {
      group.of.device = device;
      std::tie(group.of.copy_kind, group.of.src_kind, group.of.dst_kind, group.of.size_class) = key;
      all.push_back(group.of);
    }
    std::stable_sort(all.begin() + first, all.end(), [](const CopyGroup& a, const CopyGroup& b) {
      return int64_t{a.bytes} > int64_t{b.bytes};
    });
  }
  return all;
}

std::optional<int64_t> peak_copy_speed(const Profile& profile, const CopyGroup& group) {
  const GpuIx gpu = profile.devices()[group.device].gpu;
  // The file does not say how much of the memory's speed a slice has.
  const bool is_slice = !profile.devices()[group.device].slice.empty();
  if (group.copy_kind != kCopyOnDevice || gpu == GpuIx::none() || is_slice) return std::nullopt;
  const int64_t memory = profile.gpus()[gpu].bandwidth_bytes_per_s;
  return memory > 0 ? std::optional(memory / 2) : std::nullopt;
}

}  // namespace nsys_ai

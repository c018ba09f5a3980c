// One pass over the copies, and a table of links by GPU model.
#include "analysis/memory/alike_copies.h"

#include <algorithm>

#include "analysis/kernels/gpu_peaks.h"
#include "analysis/memory/copy_speed.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

std::array<uint32_t, 5> copy_group_of(const Profile& profile, uint32_t copy) {
  const Copies& copies = profile.copies();
  return {profile.streams()[copies.stream[copy]].device.value, copies.copy_kind[copy], copies.src_kind[copy],
          copies.dst_kind[copy], static_cast<uint32_t>(size_class_of(copies.bytes[copy]))};
}

// The bandwidth for data that the bus specification allows, without packet overhead.
constexpr HostLink kPcie3{"PCIe 3.0 x16", 15.8};
constexpr HostLink kPcie4Narrow{"PCIe 4.0 x8", 15.8};
constexpr HostLink kPcie4{"PCIe 4.0 x16", 31.5};
constexpr HostLink kPcie5{"PCIe 5.0 x16", 63.0};
constexpr HostLink kChipToChip{"NVLink-C2C", 450.0};

// Matched by the prefix of a name in the table of peaks; the longest one counts.
struct LinkOf {
  std::string_view begins;
  const HostLink* link;
};
constexpr LinkOf kLinks[] = {
    {"A10", &kPcie4},
    {"A100", &kPcie4},
    {"B200", &kPcie5},
    {"GB200", &kChipToChip},
    {"GH200", &kChipToChip},
    {"H100", &kPcie5},
    {"H200", &kPcie5},
    {"L4", &kPcie4},
    {"L40S", &kPcie4},
    {"RTX 20", &kPcie3},
    {"RTX 30", &kPcie4},
    {"RTX 40", &kPcie4},
    {"RTX 4060", &kPcie4Narrow},
    {"RTX 50", &kPcie5},
    {"T4", &kPcie3},
    {"V100", &kPcie3},
};

}  // namespace

AlikeCopyGroups build_alike_copies(const Profile& profile) {
  const Copies& copies = profile.copies();
  AlikeCopyGroups groups;
  ThrottledCheck check;
  for (uint32_t i = 0; i < copies.size(); check(), ++i) {
    CopyGroups& of = groups[copy_group_of(profile, i)];
    const auto speed = [&](uint32_t copy) {
      return speed_of(copies.bytes[copy], copies.duration[copy]).value_or(0);
    };
    if (of.copies++ == 0 || speed(i) > speed(of.fastest)) of.fastest = i;
    of.bytes += copies.bytes[i];
    of.time += copies.duration[i];
  }
  return groups;
}

const CopyGroups& alike_copies(const Profile& profile, uint32_t copy) {
  return profile.derived(build_alike_copies).at(copy_group_of(profile, copy));
}

std::optional<double> speed_of(int64_t bytes, int64_t time) {
  if (time <= 0) return std::nullopt;
  return static_cast<double>(bytes) / static_cast<double>(time);
}

const HostLink* host_link_of(std::string_view device_name) {
  const GpuPeaks* peaks = peaks_of(device_name);
  const LinkOf* best = nullptr;
  for (const LinkOf& of : kLinks)
    if (peaks != nullptr && peaks->name.starts_with(of.begins) &&
        (best == nullptr || of.begins.size() > best->begins.size()))
      best = &of;
  return best == nullptr ? nullptr : best->link;
}

}  // namespace nsys_ai

// By the kind of the target.
#include "view/targets/explained_thing.h"

#include "analysis/kernels/kernels.h"
#include "analysis/time/idle.h"
#include "view/targets/named_event.h"

namespace nsys_ai {
namespace {

// What is measured of it is not supposed as well.
std::string thing_of_copy(const Copies& copies, uint32_t at) {
  constexpr uint8_t kToDevice = 1, kToHost = 2, kWithinDevice = 8, kBetweenDevices = 10;
  constexpr uint8_t kPageable = 0, kPinned = 1;
  const uint8_t kind = copies.copy_kind[at];
  if (kind == kWithinDevice) return "copy:within a GPU";
  if (kind == kBetweenDevices) return "copy:between GPUs";
  if (kind != kToDevice && kind != kToHost) return "copy";
  const uint8_t host = kind == kToDevice ? copies.src_kind[at] : copies.dst_kind[at];
  if (host == kPageable) return "copy:of pageable memory";
  return host == kPinned ? "copy:of pinned memory" : "copy";
}

}  // namespace

std::string thing_named_by(const Profile& profile, const Target& target) {
  const auto family = [&](NameId name) {
    return std::string(name_of(profile.derived(build_kernel_families).of(name)));
  };
  switch (target.kind) {
    case TargetKind::event:
      return "event:" + target.key;
    case TargetKind::gap:
      if (target.number < static_cast<int64_t>(profile.devices().size()))
        if (const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start))
          return "gap:" + std::string(name_of(gap->cause));
      return "";
    case TargetKind::iteration:
      return "iteration";
    case TargetKind::kernel:
      if (const auto row = row_in(profile.kernels(), target)) return family(profile.kernels().name(*row));
      return "";
    case TargetKind::kernel_name:
      return family(NameId(static_cast<size_t>(target.number)));
    case TargetKind::memcpy:
      if (const auto row = row_in(profile.copies(), target)) return thing_of_copy(profile.copies(), *row);
      return "";
    case TargetKind::memset:
      return "memset";
    case TargetKind::nvtx:
      return "range";
    case TargetKind::runtime_call:
      return "call";
    default:
      return "";
  }
}

}  // namespace nsys_ai

// By the kind of the target.
#include "view/targets/explained_thing.h"

#include "analysis/kernels/kernels.h"
#include "analysis/time/idle.h"
#include "view/targets/named_event.h"

namespace nsys_ai::inline view {

std::string thing_named_by(const Profile& profile, const Target& target) {
  const auto family = [&](NameId name) {
    return std::string(name_of(profile.derived(build_kernel_families).of(name)));
  };
  switch (target.kind) {
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
      return "copy";
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

}  // namespace nsys_ai::inline view

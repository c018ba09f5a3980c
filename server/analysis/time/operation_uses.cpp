// Names are looked at once each.
#include "analysis/time/operation_uses.h"

#include "analysis/collectives/late_collectives.h"
#include "analysis/kernels/concurrency.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/tensor_cores.h"
#include "analysis/memory/transfers.h"

namespace nsys_ai::inline analysis {
namespace {

// A collective that takes so many times the median of its like is late.
constexpr double kLateRatio = 3;

}  // namespace

OperationUses::OperationUses(const Profile& profile, const Scope& scope) : profile_(profile) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  bool communicates = false;
  for (const KernelName& name : profile.kernels().names.values) {
    const KernelFamily family = families.of(name.full);
    TimeUse use = TimeUse::compute;
    if (family == KernelFamily::communication)
      use = TimeUse::communication;
    else if (may_use_tensor_cores(family) &&
             families.facts_of(name.full).tensor_cores == TensorCoreUse::unlikely)
      use = TimeUse::plain_matrix;
    communicates = communicates || use == TimeUse::communication;
    of_name_.push_back(use);
  }
  if (!communicates) return;
  for (const LateCollective& late : late_collectives(profile, scope, kLateRatio).late)
    median_of_late_[late.kernel] = late.median;
  shared_.assign(profile.streams().size(), false);
  for (const DeviceIx device : scope.devices())
    for (const StreamTime& stream : stream_times(profile, scope, device).streams)
      shared_[stream.stream.value] = stream.role == StreamRole::compute;
}

TimeUse OperationUses::of_kernel(uint32_t kernel) const {
  const TimeUse use = of_name_[profile_.kernels().names.code[kernel]];
  if (use != TimeUse::communication || !shared_[StreamIx(profile_.kernels().stream[kernel]).value])
    return use;
  return TimeUse::shared_collective;
}

TimeUse OperationUses::of_copy(uint32_t copy) const {
  const Copies& copies = profile_.copies();
  if (copies.copy_kind[copy] >= kUnifiedHostToDevice && copies.copy_kind[copy] <= kUnifiedDeviceToDevice)
    return TimeUse::migration;
  const bool pageable = (copies.copy_kind[copy] == kHostToDevice && copies.src_kind[copy] == kPageable) ||
                        (copies.copy_kind[copy] == kDeviceToHost && copies.dst_kind[copy] == kPageable);
  return pageable ? TimeUse::pageable_copy : TimeUse::copy;
}

bool OperationUses::is_faulted(uint32_t copy) const {
  return profile_.copies().copy_kind[copy] == kUnifiedHostToDevice &&
         profile_.derived(build_launches).of_copy[copy] == Launches::kNoCall;
}

std::optional<int64_t> OperationUses::late_from(uint32_t kernel, Interval inside) const {
  const auto late = median_of_late_.find(kernel);
  if (late == median_of_late_.end()) return std::nullopt;
  return inside.start + late->second;
}

}  // namespace nsys_ai::inline analysis

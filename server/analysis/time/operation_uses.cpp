// Evaluates each name once.
#include "analysis/time/operation_uses.h"

#include <algorithm>
#include <utility>

#include "analysis/collectives/late_collectives.h"
#include "analysis/kernels/concurrency.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/tensor_cores.h"
#include "analysis/memory/transfers.h"
#include "base/context.h"
#include "profile/families/family_gpu.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// A collective is late beyond this multiple of its group's median.
constexpr double kLateRatio = 3;

bool moves_pages(uint8_t copy_kind) {
  return copy_kind >= kUnifiedHostToDevice && copy_kind <= kUnifiedDeviceToDevice;
}

}  // namespace

Result<OperationUses> OperationUses::read(const Profile& profile, const Scope& scope, const Work& work) {
  OperationUses uses(profile, scope);
  if (auto found = uses.find_faulted(work); !found) return tl::unexpected(found.error());
  return uses;
}

// Where the file states no cause, pages that migrate to a GPU without a call were accessed there; pages that
// migrate to the host may have been requested by the host alone.
Result<void> OperationUses::find_faulted(const Work& work) {
  const Copies& copies = profile_.copies();
  std::vector<uint32_t> moving;
  ThrottledCheck check;
  for (uint32_t copy = 0; copy < copies.size(); check(), ++copy)
    if (moves_pages(copies.copy_kind[copy])) moving.push_back(copy);
  if (moving.empty()) return {};
  const auto migrations = profile_.events<Migrations>(work);
  if (!migrations) return tl::unexpected(migrations.error());
  std::vector<std::pair<int64_t, uint8_t>> causes;  // (row in the file, cause)
  for (size_t i = 0; i < (*migrations)->size(); ++i)
    causes.emplace_back((*migrations)->row[i], (*migrations)->cause[i]);
  std::sort(causes.begin(), causes.end());
  const auto cause_of = [&](int64_t row) -> uint8_t {
    const auto found = std::lower_bound(causes.begin(), causes.end(), std::pair{row, uint8_t{0}});
    return found == causes.end() || found->first != row ? 0 : found->second;
  };
  const RowLinks& launched = profile_.derived(build_launches).of_copy;
  faulted_.assign(copies.size(), false);
  for (const uint32_t copy : moving) {
    const uint8_t cause = cause_of(copies.row[copy]);
    const bool is_to_gpu = copies.copy_kind[copy] != kUnifiedDeviceToHost;
    const bool is_known = cause != 0 && cause != kUnknownCause;
    const bool is_asked_for = is_known ? cause != kPageFault : launched[copy] != Launches::kNoCall;
    faulted_[copy] = cause == kEviction || (is_to_gpu && !is_asked_for);
  }
  return {};
}

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
  if (moves_pages(copies.copy_kind[copy])) return TimeUse::migration;
  const bool pageable = (copies.copy_kind[copy] == kHostToDevice && copies.src_kind[copy] == kPageable) ||
                        (copies.copy_kind[copy] == kDeviceToHost && copies.dst_kind[copy] == kPageable);
  return pageable ? TimeUse::pageable_copy : TimeUse::copy;
}

std::optional<int64_t> OperationUses::late_from(uint32_t kernel, Interval inside) const {
  const auto late = median_of_late_.find(kernel);
  if (late == median_of_late_.end()) return std::nullopt;
  return inside.start + late->second;
}

}  // namespace nsys_ai

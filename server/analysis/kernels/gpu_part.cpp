// Compares the multiprocessors of a part with those of its GPU.
#include "analysis/kernels/gpu_part.h"

#include <algorithm>
#include <set>

#include "analysis/kernels/stream_totals.h"
#include "profile/families/family_facts.h"
#include "profile/identity.h"

namespace nsys_ai {
namespace {

// The multiprocessors of the whole GPU; 0 where the file does not say.
int64_t all_of_gpu(const Profile& profile, const Device& device) {
  if (!device.gpu.exists()) return 0;
  const Gpu& gpu = profile.gpus()[device.gpu];
  return is_slice(gpu.uuid) ? 0 : gpu.sm_count;
}

GpuPart part_with(const Profile& profile, const Device& device, int64_t sm_count) {
  const int64_t all = all_of_gpu(profile, device);
  GpuPart part{false, sm_count, std::nullopt, false};
  if (sm_count > 0 && all >= sm_count) part.share = static_cast<double>(sm_count) / static_cast<double>(all);
  return part;
}

GpuPart part_of_process(const Profile& profile, DeviceIx at) {
  const Device& device = profile.devices()[at];
  if (!device.slice.empty() || (device.sm_count > 0 && device.sm_count < all_of_gpu(profile, device)))
    return part_with(profile, device, device.sm_count);
  return {true, device.sm_count, 1.0, false};
}

// Null where no stream of the capture is of one.
const CudaObjects* green_objects(const Profile& profile) {
  const auto objects = profile.events<CudaObjects>();
  if (!objects) return nullptr;
  const bool any = std::any_of((*objects)->contexts.begin(), (*objects)->contexts.end(),
                               [](const CudaContext& of) { return of.is_green; });
  return any ? *objects : nullptr;
}

const CudaContext* green_context_of(const Profile& profile, const CudaObjects& objects,
                                    const Stream& stream) {
  const int64_t process = profile.processes()[profile.devices()[stream.device].process].key;
  return objects.green_context(process, stream.context, stream.stream);
}

}  // namespace

GpuPart part_of_gpu(const Profile& profile, DeviceIx at) {
  GpuPart part = part_of_process(profile, at);
  const CudaObjects* objects = green_objects(profile);
  if (objects == nullptr) return part;
  constexpr int64_t kOfProcess = -1;
  std::set<int64_t> sizes;  // of the contexts of streams that ran kernels
  const std::vector<StreamTotals>& totals = profile.derived(build_stream_totals);
  for (size_t i = 0; i < profile.streams().size(); ++i) {
    const Stream& stream = profile.streams()[i];
    if (stream.device != at || totals[StreamIx(i)].kernels == 0) continue;
    const CudaContext* context = green_context_of(profile, *objects, stream);
    sizes.insert(context == nullptr ? kOfProcess : context->sm_count);
  }
  if (sizes.size() == 1 && *sizes.begin() != kOfProcess)
    return part_with(profile, profile.devices()[at], *sizes.begin());
  part.is_mixed = sizes.size() > 1;
  return part;
}

GpuPart part_of_gpu(const Profile& profile, StreamIx at) {
  const Stream& stream = profile.streams()[at];
  const CudaObjects* objects = green_objects(profile);
  const CudaContext* context = objects == nullptr ? nullptr : green_context_of(profile, *objects, stream);
  return context != nullptr ? part_with(profile, profile.devices()[stream.device], context->sm_count)
                            : part_of_process(profile, stream.device);
}

}  // namespace nsys_ai

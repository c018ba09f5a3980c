// Fills a table by call, which keeps the call's kernel that starts first.
#include "analysis/kernels/first_kernels.h"

#include "profile/order.h"

namespace nsys_ai {

FirstKernels build_first_kernels(const Profile& profile) {
  constexpr uint32_t kNone = UINT32_MAX;
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  std::vector<uint32_t> of_call(profile.calls().size(), kNone);
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    const uint32_t call = launches.of_kernel[i];
    if (call == Launches::kNoCall) continue;
    if (of_call[call] == kNone || kernels.start[i] < kernels.start[of_call[call]]) of_call[call] = i;
  }
  FirstKernels first;
  first.is_first.assign(kernels.size(), false);
  for (const uint32_t kernel : of_call) {
    if (kernel == kNone) continue;
    first.kernels.push_back(kernel);
    first.is_first[kernel] = true;
  }
  return first;
}

}  // namespace nsys_ai

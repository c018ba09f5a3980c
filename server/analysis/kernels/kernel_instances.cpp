// Selects matching kernels and sorts only as many as are shown.
#include "analysis/kernels/kernel_instances.h"

#include <algorithm>
#include <tuple>

namespace nsys_ai {

KernelInstances kernel_instances(const Profile& profile, const Scope& scope, std::string_view part,
                                 InstanceOrder order, size_t most) {
  const Kernels& kernels = profile.kernels();
  std::vector<bool> matches;  // indexed by code of the kernels' names
  for (const KernelName& name : kernels.names.values)
    matches.push_back(profile.text(name.full).find(part) != std::string_view::npos);
  KernelInstances found;
  for (uint32_t i = 0; i < kernels.size(); ++i)
    if (scope.has(kernels.stream[i]) && matches[kernels.names.code[i]] && scope.clip(kernels.interval(i)))
      found.kernels.push_back(i);
  found.total = static_cast<int64_t>(found.kernels.size());
  // The first element has the smallest key.
  const auto key = [&](uint32_t kernel) {
    const int64_t start = kernels.start[kernel];
    int64_t rank = 0;
    if (order == InstanceOrder::longest) rank = -scope.clip(kernels.interval(kernel))->duration();
    // A clipped kernel is not short.
    if (order == InstanceOrder::shortest) rank = kernels.interval(kernel).duration();
    if (order == InstanceOrder::last) rank = -start;
    return std::tuple(rank, start, kernel);
  };
  const size_t shown = most == 0 ? found.kernels.size() : std::min(most, found.kernels.size());
  std::partial_sort(found.kernels.begin(), found.kernels.begin() + static_cast<ptrdiff_t>(shown),
                    found.kernels.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  found.kernels.resize(shown);
  return found;
}

}  // namespace nsys_ai

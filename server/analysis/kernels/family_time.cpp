// One pass over the operations of each device in the order of their starts.
#include "analysis/kernels/family_time.h"

#include <algorithm>
#include <map>

#include "analysis/kernels/kernels.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

std::string_view what_runs(const Profile& profile, const KernelFamilies& families,
                           OperationNumbers::Operation operation) {
  switch (operation.kind) {
    case OperationNumbers::kernel:
      return name_of(families.of(profile.kernels().name(operation.at)));
    case OperationNumbers::graph_run:
      return kWholeGraphs;
    case OperationNumbers::copy:
    case OperationNumbers::memset:
      break;
  }
  return kCopiesAndMemsets;
}

}  // namespace

std::vector<FamilyTime> time_by_family(const Profile& profile, const Scope& scope) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const OperationOrder& order = profile.derived(build_operation_order);
  const OperationNumbers numbers(profile);
  std::vector<FamilyTime> all;
  ThrottledCheck check;
  for (const DeviceIx device : scope.devices()) {
    std::map<std::string_view, Sum> totals;
    std::optional<int64_t> covered_to;
    for (const uint32_t number : order.of_device[device]) {
      check();
      const auto operation = numbers[number];
      const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      const int64_t from = covered_to.value_or(inside->start);
      if (inside->start > from) totals[kNothingRuns] += inside->start - from;
      totals[what_runs(profile, families, operation)] +=
          std::max<int64_t>(0, inside->end - std::max(inside->start, from));
      covered_to = std::max(from, inside->end);
    }
    const size_t first = all.size();
    for (const auto& [what, ns] : totals) all.push_back({device, what, ns});
    std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                     [](const FamilyTime& a, const FamilyTime& b) {
                       if ((a.what == kNothingRuns) != (b.what == kNothingRuns))
                         return b.what == kNothingRuns;
                       return static_cast<int64_t>(a.ns) > static_cast<int64_t>(b.ns);
                     });
  }
  return all;
}

}  // namespace nsys_ai

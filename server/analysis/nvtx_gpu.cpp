// One pass over the kernels or operations each; ranges are found from the launch, never by a join.
#include "analysis/nvtx_gpu.h"

#include <algorithm>
#include <tuple>

#include "analysis/nvtx_paths.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoSlot = UINT32_MAX;

// What is known of a range on one device while the sweep goes on.
struct Building {
  Projection projection;
  int64_t covered_to = 0;
};

void extend(Building& building, Interval operation) {
  Projection& of = building.projection;
  ++of.operations;
  of.time.end = std::max(of.time.end, operation.end);
  of.busy += std::max<int64_t>(0, operation.end - std::max(operation.start, building.covered_to));
  building.covered_to = std::max(building.covered_to, operation.end);
}

}  // namespace

NvtxCoverage nvtx_coverage_of(const Profile& profile, const Scope& scope) {
  const Nvtx& nvtx = profile.nvtx();
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  NvtxCoverage coverage;
  for (size_t i = 0; i < nvtx.size(); ++i)
    if (nvtx.is_range(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i] &&
        scope.has(profile.threads()[nvtx.thread[i]].process) && scope.clip(nvtx.interval(i)))
      ++coverage.ranges;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    ++coverage.kernels;
    coverage.kernel_time += inside->length();
    coverage.kernels_with_launch += launches.of_kernel[i] != Launches::kNoCall ? 1 : 0;
    if (attribution.of_kernel[i] == NvtxForest::kNoRange) continue;
    ++coverage.kernels_in_nvtx;
    coverage.kernel_time_in_nvtx += inside->length();
  }
  return coverage;
}

std::vector<PathKernel> kernels_by_path(const Profile& profile, const Scope& scope, size_t most) {
  const Kernels& kernels = profile.kernels();
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  Dictionary<uint64_t> numbers;
  std::vector<PathKernel> all;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const uint32_t range = attribution.of_kernel[i];
    if (range == NvtxForest::kNoRange || !scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    const NameId name = kernels.name(i);
    const uint32_t path = paths.of_range[range];
    const uint32_t code = numbers.code(uint64_t{path} << 32 | name.value);
    if (code == all.size()) all.push_back({path, name});
    ++all[code].calls;
    all[code].total += inside->length();
  }
  std::vector<std::string> texts(paths.parent.size());
  for (const PathKernel& of : all)
    if (texts[of.path].empty()) texts[of.path] = paths.text(profile, of.path);
  const auto before = [&](const PathKernel& a, const PathKernel& b) {
    if (a.total != b.total) return a.total > b.total;
    return std::tuple(std::string_view(texts[a.path]), profile.text(a.kernel)) <
           std::tuple(std::string_view(texts[b.path]), profile.text(b.kernel));
  };
  if (most < all.size())
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(), before);
  else
    std::sort(all.begin(), all.end(), before);
  return all;
}

std::vector<Projection> projections(const Profile& profile, const Scope& scope) {
  const NvtxEnclosures& enclosures = profile.derived(build_nvtx_enclosures);
  const OperationNumbers numbers(profile);
  std::vector<Projection> all;
  std::vector<uint32_t> slot_of(profile.nvtx().size(), kNoSlot);
  for (const DeviceIx device : scope.devices()) {
    std::vector<Building> building;
    for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
      const auto operation = numbers[number];
      const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      enclosures.each(operation, [&](uint32_t range) {
        if (slot_of[range] == kNoSlot) {
          slot_of[range] = static_cast<uint32_t>(building.size());
          building.push_back({{range, device, {inside->start, inside->start}, 0, {}, 0}, inside->start});
        }
        extend(building[slot_of[range]], *inside);
        if (operation.kind == OperationNumbers::kernel)
          building[slot_of[range]].projection.kernel_sum += inside->length();
      });
    }
    for (const Building& of : building) {
      slot_of[of.projection.range] = kNoSlot;
      all.push_back(of.projection);
    }
  }
  std::sort(all.begin(), all.end(), [](const Projection& a, const Projection& b) {
    return std::tuple(a.time.start, -a.time.end, a.range, a.device) <
           std::tuple(b.time.start, -b.time.end, b.range, b.device);
  });
  return all;
}

}  // namespace nsys_ai

// Goes from a kernel to the operator around its launch, and to the operator's sizes.
#include "analysis/kernels/matrix_work.h"

#include "analysis/kernels/kernels.h"
#include "analysis/time/launched_work.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The innermost range around the launch that states sizes: libraries have their own ranges inside it.
struct SizedRange {
  uint32_t range = NvtxForest::kNoRange;
  std::string label;
};
std::optional<SizedRange> sized_range(const Profile& profile, uint32_t kernel) {
  constexpr int kMostSteps = 16;
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  uint32_t range = profile.derived(build_attribution).of_kernel[kernel];
  for (int step = 0; step < kMostSteps && range != NvtxForest::kNoRange; ++step) {
    std::string label = profile.nvtx_text(range);
    if (operator_sizes(label)) return SizedRange{range, std::move(label)};
    range = forest.parent[range];
  }
  return std::nullopt;
}

bool multiplies(const Profile& profile, uint32_t kernel) {
  return profile.derived(build_kernel_families).of(profile.kernels().name(kernel)) == KernelFamily::gemm;
}

// 0 for more blocks than a GPU accepts.
int64_t blocks_of(const LaunchShape& shape) {
  constexpr double kMost = 1e15;
  double all = 1;
  for (const int32_t side : shape.grid) all *= side;
  return all > 0 && all < kMost ? static_cast<int64_t>(all) : 0;
}

int64_t tiles_of(int64_t rows, int64_t columns, int64_t tile_rows, int64_t tile_columns) {
  return ((rows + tile_rows - 1) / tile_rows) * ((columns + tile_columns - 1) / tile_columns);
}

}  // namespace

std::optional<TiledWork> tiled_work(const MatrixProduct& product, const KernelTile& tile, int64_t blocks) {
  if (tile.m <= 0 || tile.n <= 0 || blocks <= 0 || blocks % product.batch != 0) return std::nullopt;
  const int64_t of_one = blocks / product.batch;
  // Column-major libraries compute the transposed product. Where both orientations need equally many tiles,
  // the work is equal.
  const int64_t upright = tiles_of(product.m, product.n, tile.m, tile.n);
  const int64_t turned = tiles_of(product.n, product.m, tile.m, tile.n);
  constexpr int64_t kMostSplits = 64;
  const auto splits_of = [&](int64_t tiles) {
    const int64_t splits = of_one % tiles == 0 ? of_one / tiles : 0;
    return splits <= kMostSplits && splits <= product.k ? splits : 0;
  };
  int64_t tiles = 0;
  for (const int64_t way : {upright, turned})
    if (way == of_one) tiles = way;
  if (tiles == 0 && splits_of(upright) > 0 && (splits_of(turned) == 0 || upright == turned)) tiles = upright;
  if (tiles == 0 && splits_of(turned) > 0 && splits_of(upright) == 0) tiles = turned;
  if (tiles == 0) return std::nullopt;
  const double computed = static_cast<double>(tiles) * tile.m * tile.n;
  return TiledWork{tile, tiles, of_one / tiles,
                   static_cast<double>(product.m) * static_cast<double>(product.n) / computed};
}

std::optional<MatrixWork> matrix_work(const Profile& profile, uint32_t kernel) {
  if (profile.nvtx().size() == 0 || !multiplies(profile, kernel)) return std::nullopt;
  const auto range = sized_range(profile, kernel);
  if (!range) return std::nullopt;
  const auto sizes = operator_sizes(range->label);
  const auto product = matrix_product(*sizes);
  if (!product) return std::nullopt;
  int64_t others = 0;
  each_launched_in_range(profile, range->range, [&](OperationNumbers::Operation of) {
    if (of.kind == OperationNumbers::kernel && of.at != kernel && multiplies(profile, of.at)) ++others;
  });
  if (others > 0) return std::nullopt;
  MatrixWork work{std::string(sizes->name), *product, std::nullopt};
  const Kernels& kernels = profile.kernels();
  const KernelFacts& facts = profile.derived(build_kernel_families).facts_of(kernels.name(kernel));
  if (facts.tile.is_known())
    work.tiled = tiled_work(*product, facts.tile.value, blocks_of(kernels.shapes[kernel]));
  return work;
}

}  // namespace nsys_ai

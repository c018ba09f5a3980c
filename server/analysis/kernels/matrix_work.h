// What a kernel that multiplies matrices had to compute, by the sizes of the operator that launched it, and
// what its tiles compute for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/kernel_names/kernel_name.h"
#include "analysis/nvtx/operator_sizes.h"
#include "profile/profile.h"

namespace nsys_ai {

// Blocks compute whole tiles of the result: where its sides are no multiples of a tile's, the rest of the
// last ones is computed for nothing.
struct TiledWork {
  KernelTile tile;
  int64_t tiles = 0;   // of one product, over which its result is spread
  int64_t splits = 1;  // how many blocks share a tile, each with a part of k
  double useful = 0;   // share of what the tiles compute, in (0, 1]
};

struct MatrixWork {
  std::string operator_name;  // `aten::addmm`
  MatrixProduct product;
  std::optional<TiledWork> tiled;  // where its name tells the tile, and the grid is made of such tiles
};

// Of a kernel by its row index. Nothing where no range around its launch tells sizes, the operator multiplies
// no matrices, or launched more than one kernel that does: then none of them did all of it.
std::optional<MatrixWork> matrix_work(const Profile& profile, uint32_t kernel);

// By the tile of a kernel and the blocks of its grid; nothing where such tiles cannot be what the blocks are,
// as where blocks stay for several tiles.
std::optional<TiledWork> tiled_work(const MatrixProduct& product, const KernelTile& tile, int64_t blocks);

}  // namespace nsys_ai

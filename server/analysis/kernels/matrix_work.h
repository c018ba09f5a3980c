// Computes the work of a matrix multiplication kernel from the sizes of the operator that launched it, and
// the part of it that its tiles waste.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/kernel_names/kernel_name.h"
#include "analysis/nvtx/operator_sizes.h"
#include "profile/profile.h"

namespace nsys_ai {

// Blocks compute full tiles of the result. Where its dimensions are not multiples of the tile's, part of the
// last tiles is computed in vain.
struct TiledWork {
  KernelTile tile;
  int64_t tiles = 0;   // that cover the result of one product
  int64_t splits = 1;  // number of blocks that share a tile, each with a part of k
  double useful = 0;   // useful fraction of the tiles' work, in (0, 1]
};

struct MatrixWork {
  std::string operator_name;  // for example `aten::addmm`
  MatrixProduct product;
  std::optional<TiledWork> tiled;  // where the kernel's name states the tile and the grid matches it
};

// The work of a kernel, given by its row. Empty where no range around its launch states sizes, or where the
// operator multiplies no matrices or launched more than one kernel that does, since none of them then did all
// of the work.
std::optional<MatrixWork> matrix_work(const Profile& profile, uint32_t kernel);

// Uses the tile of a kernel and the blocks of its grid; empty where the grid does not match these tiles, for
// example with persistent blocks that compute several tiles.
std::optional<TiledWork> tiled_work(const MatrixProduct& product, const KernelTile& tile, int64_t blocks);

}  // namespace nsys_ai

// Products of matrices from what PyTorch writes beside an operator's name, and the tiles of a kernel for
// them.
#include "analysis/kernels/matrix_work.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace nsys_ai {
namespace {

// `batch x (m x k) (k x n)`, or why there is none.
std::string product_of(std::string_view label) {
  const auto sizes = operator_sizes(label);
  if (!sizes) return "no sizes";
  const auto of = matrix_product(*sizes);
  if (!of) return "no product";
  return fmt::format("{} x ({} x {}) ({} x {})", of->batch, of->m, of->k, of->k, of->n);
}

TEST(MatrixWork, ReadsTheSizesOfOperators) {
  EXPECT_EQ(product_of("aten::addmm, seq = 5, op_id = 7, sizes = [[3072], [16, 768], [768, 3072], [], []]"),
            "1 x (16 x 768) (768 x 3072)");
  EXPECT_EQ(product_of("aten::mm, op_id = 7, sizes = [[1, 2], [2, 3]], input_op_ids = [(4,0), (5,0)]"),
            "1 x (1 x 2) (2 x 3)");
  EXPECT_EQ(product_of("aten::bmm, sizes = [[8, 16, 32], [8, 32, 64]]"), "8 x (16 x 32) (32 x 64)");
  EXPECT_EQ(product_of("aten::baddbmm, sizes = [[8, 16, 64], [8, 16, 32], [8, 32, 64], [], []]"),
            "8 x (16 x 32) (32 x 64)");
  EXPECT_EQ(product_of("aten::linear, sizes = [[4, 128, 768], [3072, 768], [3072]]"),
            "1 x (512 x 768) (768 x 3072)");
  EXPECT_EQ(product_of("aten::matmul, sizes = [[2, 12, 128, 64], [2, 12, 64, 128]]"),
            "24 x (128 x 64) (64 x 128)");
}

TEST(MatrixWork, ReadsNothingWhereSizesAreNoneOrDoNotFit) {
  EXPECT_EQ(product_of("aten::mm, seq = 5, op_id = 7"), "no sizes");
  EXPECT_EQ(product_of("aten::mm, sizes = [[1, 2], [2,"), "no sizes");
  EXPECT_EQ(product_of("aten::mm, sizes = [[-1, 2], [2, 3]]"), "no sizes");
  EXPECT_EQ(product_of("aten::mm, sizes = [[99999999999999999999, 2], [2, 3]]"), "no sizes");
  EXPECT_EQ(product_of("aten::mm, sizes = []"), "no product");
  EXPECT_EQ(product_of("aten::mm, sizes = [[], []]"), "no product");
  EXPECT_EQ(product_of("aten::mm, sizes = [[0, 2], [2, 3]]"), "no product");
  EXPECT_EQ(product_of("aten::mm, sizes = [[4, 2], [3, 3]]"), "no product");
  EXPECT_EQ(product_of("aten::mul, sizes = [[2, 2], [2, 2]]"), "no product");
  // Stretched over the batch of the other: left alone.
  EXPECT_EQ(product_of("aten::matmul, sizes = [[2, 12, 128, 64], [1, 12, 64, 128]]"), "no product");
  EXPECT_EQ(product_of("aten::mm, sizes = [[1099511627776, 1099511627776], [1099511627776, 3]]"),
            "1 x (1099511627776 x 1099511627776) (1099511627776 x 3)");
}

// Tiles, splits and useful percent.
std::string tiles_of(int64_t batch, int64_t m, int64_t n, int64_t k, int64_t blocks) {
  const auto of = tiled_work({batch, m, n, k}, {128, 64, 0}, blocks);
  return of ? fmt::format("{} tiles x {}, {:.1f} %", of->tiles, of->splits, 100 * of->useful) : "not known";
}

TEST(MatrixWork, TellsHowMuchOfItsTilesIsUseful) {
  EXPECT_EQ(tiles_of(1, 128, 64, 32, 1), "1 tiles x 1, 100.0 %");
  EXPECT_EQ(tiles_of(1, 129, 64, 32, 2), "2 tiles x 1, 50.4 %");
  EXPECT_EQ(tiles_of(1, 16, 3072, 768, 48), "48 tiles x 1, 12.5 %");
  EXPECT_EQ(tiles_of(1, 16, 3072, 768, 24), "24 tiles x 1, 25.0 %");  // turned
  EXPECT_EQ(tiles_of(4, 128, 64, 32, 4), "1 tiles x 1, 100.0 %");
  EXPECT_EQ(tiles_of(1, 128, 64, 4096, 6), "not known");  // 3 x 2 turned, or 6 x 1
}

TEST(MatrixWork, SplitsATileOnlyWhereThatIsTheOneWay) {
  EXPECT_EQ(tiles_of(1, 128, 128, 4096, 8), "2 tiles x 4, 100.0 %");
  EXPECT_EQ(tiles_of(1, 128, 128, 2, 8), "not known");       // k is too short
  EXPECT_EQ(tiles_of(1, 128, 128, 4096, 256), "not known");  // too many
  EXPECT_EQ(tiles_of(1, 4096, 4096, 4096, 132), "not known");
  EXPECT_EQ(tiles_of(3, 128, 64, 32, 4), "not known");
  EXPECT_EQ(tiles_of(1, 128, 64, 32, 0), "not known");
}

}  // namespace
}  // namespace nsys_ai

// One pass over the text after `sizes = `; text that PyTorch does not write gives no sizes.
#include "analysis/nvtx/operator_sizes.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nsys_ai {
namespace {

using Dimensions = std::vector<int64_t>;

constexpr std::string_view kBefore = ", sizes = [";
constexpr int64_t kLongestSide = int64_t{1} << 40;  // longer dimensions are not from a tensor
constexpr size_t kMostInputs = 64;

class SizesText {
 public:
  explicit SizesText(std::string_view text) : rest_(text) {}

  // Parses the text after the first bracket, up to the matching one.
  bool read(std::vector<Dimensions>& inputs) {
    if (take(']')) return true;
    do {
      if (inputs.size() == kMostInputs || !take('[')) return false;
      Dimensions& of = inputs.emplace_back();
      if (take(']')) continue;
      do {
        if (!read_side(of)) return false;
      } while (take_comma());
      if (!take(']')) return false;
    } while (take_comma());
    return take(']');
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_comma() {
    if (!take(',')) return false;
    take(' ');
    return true;
  }
  bool read_side(Dimensions& of) {
    int64_t side = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), side);
    if (error != std::errc() || side < 0 || side > kLongestSide) return false;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    of.push_back(side);
    return true;
  }
  std::string_view rest_;
};

// The positions of the two matrices in an operator's inputs, and whether the second is transposed.
struct MatrixOperator {
  std::string_view name;
  size_t first = 0;
  bool transposed = false;
};
constexpr std::array kMatrixOperators = {
    MatrixOperator{"aten::_addmm_activation", 1},
    MatrixOperator{"aten::_scaled_mm", 0},
    MatrixOperator{"aten::addmm", 1},
    MatrixOperator{"aten::baddbmm", 1},
    MatrixOperator{"aten::bmm", 0},
    MatrixOperator{"aten::linear", 0, true},
    MatrixOperator{"aten::matmul", 0},
    MatrixOperator{"aten::mm", 0},
};

// The product of all but the last `left` dimensions; empty beyond what a GPU can have computed.
std::optional<int64_t> product(const Dimensions& of, size_t left) {
  double all = 1;
  for (size_t i = 0; i + left < of.size(); ++i) all *= static_cast<double>(of[i]);
  if (all < 1 || all > static_cast<double>(kLongestSide)) return std::nullopt;
  return std::llround(all);
}

bool all_positive(const MatrixProduct& of) { return of.batch > 0 && of.m > 0 && of.n > 0 && of.k > 0; }

}  // namespace

std::optional<OperatorSizes> operator_sizes(std::string_view label) {
  const size_t at = label.find(kBefore);
  if (at == std::string_view::npos) return std::nullopt;
  OperatorSizes of;
  of.name = label.substr(0, label.find(','));
  if (!SizesText(label.substr(at + kBefore.size())).read(of.inputs)) return std::nullopt;
  return of;
}

std::optional<MatrixProduct> matrix_product(const OperatorSizes& of) {
  const MatrixOperator* found = nullptr;
  for (const MatrixOperator& each : kMatrixOperators)
    if (each.name == of.name) found = &each;
  if (found == nullptr || of.inputs.size() < found->first + 2) return std::nullopt;
  const Dimensions& a = of.inputs[found->first];
  Dimensions b = of.inputs[found->first + 1];
  if (found->transposed && b.size() == 2) std::swap(b[0], b[1]);
  if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) return std::nullopt;
  MatrixProduct made;
  made.k = a.back();
  made.n = b.back();
  if (b.size() == 2) {
    // All matrices of the first input are multiplied by the same second one: a single product.
    const auto rows = product(a, 1);
    if (!rows) return std::nullopt;
    made.m = *rows;
  } else {
    const auto batch = product(b, 2);
    // Broadcast inputs are not supported.
    if (!batch || product(a, 2) != batch || a.size() != b.size()) return std::nullopt;
    made.batch = *batch;
    made.m = a[a.size() - 2];
  }
  return all_positive(made) ? std::optional(made) : std::nullopt;
}

}  // namespace nsys_ai

// cuBLAS kernels other than GEMMs: products with vectors, reductions, transposes, triangular solves.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

void read_gemv(const SpelledName& name, KernelFacts& facts) {
  leading_types(name, facts);
  say_plain_arithmetic(facts, "gemv");
  if (name.base.starts_with("gemv2T")) facts.layout = {short_text("T"), FactBasis::inferred};
  if (name.base.starts_with("gemv2N")) facts.layout = {short_text("N"), FactBasis::inferred};
}

void read_plain_gemm(const SpelledName& name, KernelFacts& facts) {
  leading_types(name, facts);
  if (name.base.find("gemmSN") != std::string_view::npos) say_plain_arithmetic(facts, "gemmSN");
  if (name.base.find("sgemm") != std::string_view::npos) say_plain_arithmetic(facts, "sgemm");
}

// Reads the format only where all types are equal, since the order of partial and result types is unknown.
void read_split(const SpelledName& name, KernelFacts& facts) {
  say_plain_arithmetic(facts, "splitKreduce");
  NumberFormat common = NumberFormat::none;
  for (size_t i = 0; i < 7; ++i) {
    const NumberFormat format = format_of_type(template_argument(name.arguments, i));
    if (format == NumberFormat::none || format == NumberFormat::int32 || format == NumberFormat::boolean)
      continue;
    if (common != NumberFormat::none && common != format) return;
    common = format;
  }
  set_fact(facts.input, common, FactBasis::inferred);
  set_fact(facts.accumulate, common, FactBasis::inferred);
}

void read_triangular(const SpelledName& name, KernelFacts& facts) {
  first_type(name, facts);
  set_fact(facts.accumulate, facts.input.value);
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "splitKreduce_kernel", F::reduction, L::cublas, read_split},
    {Where::base_begins, "splitKreduce", F::reduction, L::cublas, read_split},
    {Where::base_begins, "gemv2", F::gemm, L::cublas, read_gemv},
    {Where::base_begins, "gemvNSP_kernel", F::gemm, L::cublas, read_gemv},
    {Where::base_begins, "gemvx", F::gemm, L::cublas, read_gemv},
    {Where::path_begins, "internal::gemvx::", F::gemm, L::cublas, read_gemv},
    {Where::arguments_have, "cublasGemvParamsEx<", F::gemm, L::cublas, read_gemv},
    {Where::base_begins, "gemmSN_", F::gemm, L::cublas, read_plain_gemm},
    {Where::base_begins, "gemmk1_kernel", F::gemm, L::cublas},
    {Where::base_begins, "magma_sgemmEx_kernel", F::gemm, L::cublas, read_plain_gemm},
    {Where::base_begins, "fermiCgemm_v3", F::gemm, L::cublas},
    {Where::base_begins, "fermiZgemm", F::gemm, L::cublas},
    {Where::base_begins, "sgemm_largek_lds64", F::gemm, L::cublas},
    {Where::base_begins, "sgemm_", F::gemm, L::cublas},
    {Where::base_begins, "dgemm_", F::gemm, L::cublas},
    {Where::base_begins, "dot_kernel", F::reduction, L::cublas},
    {Where::base_begins, "reduce_1Block_kernel", F::reduction, L::cublas},
    {Where::base_begins, "asum_kernel", F::reduction, L::cublas},
    {Where::base_begins, "nrm2_kernel", F::reduction, L::cublas},
    {Where::base_begins, "iamax_kernel", F::reduction, L::cublas},
    {Where::base_begins, "axpy_kernel", F::elementwise, L::cublas},
    {Where::base_begins, "scal_kernel", F::elementwise, L::cublas, first_type},
    {Where::base_begins, "copy_kernel", F::copy, L::none},
    {Where::base_begins, "trsm_", F::solver, L::cublas, read_triangular},
    {Where::base_begins, "trsv_", F::solver, L::cublas, read_triangular},
    {Where::base_begins, "transpose_readWrite_alignment_kernel", F::copy, L::cublas, first_type},
    {Where::base_begins, "ger_kernel", F::gemm, L::cublas},
    {Where::path_begins, "cublasLt::epilogue::impl::", F::elementwise, L::cublas},
    {Where::path_begins, "epilogue::impl::", F::elementwise, L::cublas},
    {Where::path_begins, "cublasLt::", F::other, L::cublas},
    {Where::path_begins, "cublas::", F::other, L::cublas},
};

}  // namespace

bool read_cublas(const SpelledName& name, KernelFacts& facts) { return read_by_rules(kRules, name, facts); }

}  // namespace nsys_ai

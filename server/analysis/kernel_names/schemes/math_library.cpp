// cuFFT, cuSPARSE, cuSOLVER and MAGMA, cuRAND, cuTENSOR, cuDF.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// The precision is among numbers and settings; the length of one pass is not that of the transform.
void read_fft(const SpelledName& name, KernelFacts& facts) {
  for (size_t i = 1; i < 14; ++i) {
    const std::string_view argument = template_argument(name.arguments, i);
    if (argument != "float" && argument != "double") continue;
    return set_fact(facts.input, format_of_type(argument), FactBasis::inferred);
  }
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "vector_fft", F::fft, L::cufft, read_fft},
    {Where::base_begins, "regular_fft", F::fft, L::cufft, read_fft},
    {Where::base_begins, "regular_bluestein_fft", F::fft, L::cufft, read_fft},
    {Where::base_begins, "multi_bluestein_fft", F::fft, L::cufft, read_fft},
    {Where::base_begins, "composite_2way_fft", F::fft, L::cufft, read_fft},
    {Where::base_begins, "dpVector", F::fft, L::cufft},
    {Where::base_begins, "dpRadix", F::fft, L::cufft},
    {Where::base_begins, "spVector", F::fft, L::cufft},
    {Where::base_begins, "spRadix", F::fft, L::cufft},
    {Where::base_begins, "postprocess_kernel_", F::fft, L::cufft},
    {Where::base_begins, "preprocess_kernel_", F::fft, L::cufft},
    {Where::path_begins, "cufft::", F::fft, L::cufft},
    {Where::path_begins, "cusparse::matrix_scalar_multiply", F::elementwise, L::cusparse},
    {Where::path_begins, "cusparse::vector_scalar_multiply", F::elementwise, L::cusparse},
    {Where::path_begins, "cusparse::", F::sparse, L::cusparse},
    {Where::base_begins, "csrmv", F::sparse, L::cusparse},
    {Where::base_begins, "csrmm", F::sparse, L::cusparse},
    {Where::base_begins, "coomm", F::sparse, L::cusparse},
    {Where::base_begins, "csrsv", F::sparse, L::cusparse},
    {Where::base_begins, "csrsm", F::sparse, L::cusparse},
    {Where::base_begins, "csrgemm", F::sparse, L::cusparse},
    {Where::base_begins, "spmm_kernel", F::sparse, L::none, first_type},
    {Where::base_begins, "spmv_kernel", F::sparse, L::none, first_type},
    {Where::base_begins, "getrf_", F::solver, L::cusolver},
    {Where::base_begins, "getrs_", F::solver, L::cusolver},
    {Where::base_begins, "potrf_", F::solver, L::cusolver},
    {Where::base_begins, "geqrf_", F::solver, L::cusolver},
    {Where::base_begins, "geqr2_", F::solver, L::cusolver},
    {Where::base_begins, "larfg_kernel", F::solver, L::cusolver},
    {Where::base_begins, "larft_", F::solver, L::cusolver},
    {Where::base_begins, "syevj_", F::solver, L::cusolver},
    {Where::base_begins, "gesvdj", F::solver, L::cusolver},
    {Where::base_begins, "sytrd_", F::solver, L::cusolver},
    {Where::base_begins, "laswp_kernel", F::solver, L::none, first_type},
    {Where::base_begins, "ipiv_", F::solver, L::cusolver},
    {Where::base_begins, "xxtrf4_", F::solver, L::cusolver},
    {Where::base_begins, "create_pivot_v2", F::solver, L::cusolver},
    {Where::path_begins, "cusolver", F::solver, L::cusolver},
    {Where::base_begins, "gen_sequenced", F::rng, L::curand},
    {Where::base_begins, "generate_seed_pseudo", F::rng, L::curand},
    {Where::base_begins, "generate_sequence", F::rng, L::curand},
    {Where::path_has, "curand", F::rng, L::curand},
    {Where::path_begins, "CUTENSOR_NAMESPACE::permutation", F::copy, L::cutensor},
    {Where::path_begins, "cutensor_internal_namespace::permutation", F::copy, L::cutensor},
    {Where::path_begins, "CUTENSOR_NAMESPACE::", F::other, L::cutensor},
    {Where::path_begins, "cutensor_internal_namespace::", F::other, L::cutensor},
    {Where::path_begins, "cudf::", F::other, L::cudf},
};

}  // namespace

bool read_math_library(const SpelledName& name, KernelFacts& facts) {
  return read_by_rules(kRules, name, facts);
}

}  // namespace nsys_ai

// cuDNN's kernels that are neither xmma, CUTLASS nor named after a generation.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

void read_norm(const SpelledName& name, KernelFacts& facts) {
  input_and_accumulator(name, facts);
  if (name.base.ends_with("_NCHW")) facts.layout = {short_text("NCHW"), FactBasis::known};
}

// <compute type, data type>
void read_winograd(const SpelledName& name, KernelFacts& facts) {
  set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, 0)), FactBasis::inferred);
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 1)), FactBasis::inferred);
}

// Two equal types are the format; of two different ones it is unknown which is the accumulator.
void read_convolve(const SpelledName& name, KernelFacts& facts) {
  const NumberFormat first = format_of_type(template_argument(name.arguments, 0));
  set_fact(facts.input, first, FactBasis::inferred);
  const NumberFormat second = format_of_type(template_argument(name.arguments, 1));
  if (first == second && first == NumberFormat::f32) set_fact(facts.accumulate, first, FactBasis::inferred);
  say_plain_arithmetic(facts, "sgemm");
}

// fft1d_r2c_32<in, compute, complex>, fft1d_c2r_32<complex, compute, out>, fft2d_r2c_32x32<in, ...>
void read_fft(const SpelledName& name, KernelFacts& facts) {
  const NumberFormat first = format_of_type(template_argument(name.arguments, 0));
  const bool from_complex = name.base.find("_c2r") != std::string_view::npos;
  if (name.base.starts_with("fft1d_")) {
    set_fact(facts.input, from_complex ? NumberFormat::f32 : first, FactBasis::inferred);
    set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, 1)), FactBasis::inferred);
  } else if (!from_complex) {
    set_fact(facts.input, first, FactBasis::inferred);
  }
}

// DSE::vector_fft<0,1,128,8,8,1,float,float,float2>
void read_dse(const SpelledName& name, KernelFacts& facts) {
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 6)), FactBasis::inferred);
  set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, 7)), FactBasis::inferred);
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "bn_fw_", F::normalisation, L::cudnn, read_norm},
    {Where::base_begins, "bn_bw_", F::normalisation, L::cudnn, read_norm},
    {Where::path_begins, "cudnn::batchnorm_", F::normalisation, L::cudnn},
    {Where::base_begins, "cudnn_generated_fort_native_layernorm", F::normalisation, L::cudnn},
    {Where::base_begins, "cudnn_generated_fort_native_rmsnorm", F::normalisation, L::cudnn},
    {Where::base_begins, "cudnn_generated_fort_native_matmul", F::gemm, L::cudnn},
    {Where::base_begins, "cudnn_generated_fort_native_conv", F::convolution, L::cudnn},
    {Where::base_begins, "nchwToNhwcKernel", F::copy, L::cudnn, first_type},
    {Where::base_begins, "nhwcToNchwKernel", F::copy, L::cudnn, first_type},
    {Where::base_begins, "nchwToFoldedNhwc", F::copy, L::cudnn, first_type},
    {Where::base_begins, "foldedNhwcToNchw", F::copy, L::cudnn, first_type},
    {Where::base_begins, "tensorTransformGeneric", F::copy, L::cudnn, first_type},
    {Where::base_begins, "convertTensor_kernel", F::quantisation, L::cudnn, first_type},
    {Where::base_begins, "im2col4d_kernel", F::copy, L::cudnn, first_type},
    {Where::base_begins, "implicit_convolve_sgemm", F::convolution, L::cudnn, read_convolve},
    {Where::base_begins, "explicit_convolve_sgemm", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "precomputed_convolve_sgemm", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "wgrad_alg", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "dgrad_engine", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "dgrad2d", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "dgrad_alg", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "wgrad2d", F::convolution, L::cudnn, first_type},
    {Where::base_begins, "conv2d_grouped_direct", F::convolution, L::cudnn},
    {Where::base_begins, "conv2d_c1_k1", F::convolution, L::cudnn},
    {Where::base_begins, "dgrad2d_c1_k1", F::convolution, L::cudnn},
    {Where::base_begins, "flip_filter", F::copy, L::cudnn, first_type},
    {Where::base_begins, "winograd", F::convolution, L::cudnn, read_winograd},
    {Where::base_begins, "generateWinogradTiles", F::convolution, L::cudnn},
    {Where::base_begins, "fft1d_r2c_", F::fft, L::cudnn, read_fft},
    {Where::base_begins, "fft1d_c2r_", F::fft, L::cudnn, read_fft},
    {Where::base_begins, "fft2d_r2c_", F::fft, L::cudnn, read_fft},
    {Where::base_begins, "fft2d_c2r_", F::fft, L::cudnn, read_fft},
    {Where::path_begins, "DSE::", F::fft, L::cudnn, read_dse},
    {Where::base_begins, "compute_gemm_pointers", F::other, L::none},
    {Where::base_begins, "reduce_wgrad_nchw_helper", F::reduction, L::cudnn, first_type},
    {Where::base_begins, "kern_precompute_indices", F::other, L::cudnn},
    {Where::base_begins, "scalePackedTensor_kernel", F::elementwise, L::cudnn, first_type},
    {Where::base_begins, "scaleTensor", F::elementwise, L::cudnn, first_type},
    {Where::base_begins, "op_generic_tensor_kernel", F::elementwise, L::cudnn},
    {Where::base_begins, "op_tensor_kernel", F::elementwise, L::cudnn},
    {Where::base_begins, "add_tensor_kernel", F::elementwise, L::cudnn},
    {Where::base_begins, "softmax_fw_", F::softmax, L::cudnn, first_type},
    {Where::base_begins, "softmax_bw_", F::softmax, L::cudnn, first_type},
    {Where::base_begins, "activation_fw_", F::activation, L::cudnn, first_type},
    {Where::base_begins, "activation_bw_", F::activation, L::cudnn, first_type},
    {Where::base_begins, "lrn_", F::normalisation, L::cudnn},
    {Where::base_begins, "LSTM_", F::elementwise, L::cudnn},
    {Where::base_begins, "RNN_", F::other, L::cudnn},
    {Where::path_has, "cudnn::cnn::", F::other, L::cudnn},
    {Where::path_begins, "cudnn::", F::other, L::cudnn},
    {Where::path_begins, "cask_cudnn", F::other, L::cudnn},
};

}  // namespace

bool read_cudnn(const SpelledName& name, KernelFacts& facts) { return read_by_rules(kRules, name, facts); }

}  // namespace nsys_ai

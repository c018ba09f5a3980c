// PyTorch's own kernels. Most are a wrapper template around a functor, which determines operation and format.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

struct FunctorRule {
  std::string_view text;  // prefix of the functor's name
  KernelFamily family;
};
// A functor that is not listed is elementwise.
constexpr FunctorRule kFunctors[] = {
    {"direct_copy_kernel", F::copy},
    {"copy_device_to_device", F::copy},
    {"bfloat16_copy_kernel", F::copy},
    {"float16_copy_kernel", F::copy},
    {"bfloat16tofloat32_copy", F::copy},
    {"float8_copy_kernel", F::copy},
    {"float16tofloat32_copy", F::copy},
    {"float8_e4m3fn_copy", F::copy},
    {"conj_kernel", F::elementwise},
    {"silu_", F::activation},
    {"Gelu", F::activation},
    {"gelu", F::activation},
    {"sigmoid_", F::activation},
    {"tanh_", F::activation},
    {"elu_", F::activation},
    {"threshold_kernel", F::activation},
    {"leaky_relu", F::activation},
    {"relu", F::activation},
    {"launch_log_sigmoid", F::activation},
    {"log_sigmoid", F::activation},
    {"softplus", F::activation},
    {"mish", F::activation},
    {"hardswish", F::activation},
    {"hardsigmoid", F::activation},
    {"hardtanh", F::activation},
    {"glu_", F::activation},
    {"batch_norm", F::normalisation},
    {"GroupNorm", F::normalisation},
    {"launch_masked_scatter", F::embedding},
    {"masked_scatter", F::embedding},
    {"_float_to_hfp8", F::quantisation},
    {"_hfp8_to_float", F::quantisation},
    {"quantize", F::quantisation},
    {"dequantize", F::quantisation},
    {"fake_quant", F::quantisation},
    {"Adam", F::optimizer},
    {"adam", F::optimizer},
};

// The format in the functor's template or its last lambda.
NumberFormat functor_format(std::string_view functor) {
  const size_t lambda = functor.rfind("{lambda(");
  if (lambda != std::string_view::npos) {
    const std::string_view rest = functor.substr(lambda + 8);
    const size_t end = rest.find_first_of(",)");
    if (end == std::string_view::npos) return NumberFormat::none;
    return format_of_type(rest.substr(0, end));
  }
  const size_t angle = functor.find('<');
  if (angle == std::string_view::npos) return NumberFormat::none;
  return format_of_type(template_argument(functor.substr(angle + 1), 0));
}

// `BinaryFunctor<in,in,out,Op>` and unary wrappers only forward: the operation is the last argument.
std::string_view operation_of(std::string_view functor) {
  const std::string_view own = last_component(functor.substr(0, functor.find_first_of("<({")));
  if (own != "BinaryFunctor" && own != "AUnaryFunctor" && own != "BUnaryFunctor") return own;
  const std::string_view operation = template_argument(functor.substr(functor.find('<') + 1), 3);
  return last_component(operation.substr(0, operation.find_first_of("<({")));
}

void read_functor(std::string_view functor, KernelFacts& facts) {
  const std::string_view own = operation_of(functor);
  for (const FunctorRule& rule : kFunctors)
    if (own.starts_with(rule.text)) {
      facts.family = {rule.family, FactBasis::known};
      break;
    }
  // `BUnaryFunctor<AddFunctor<float>>` of older versions has its format one template deeper.
  set_fact(facts.input, functor_format(functor));
  if (own.starts_with("Fused") && own.find("Adam") != std::string_view::npos)
    facts.family.value = F::optimizer;
}

// elementwise_kernel<128,4,gpu_kernel_impl_nocast<F>(...)::{lambda(int)}>,
// vectorized_elementwise_kernel<4,F,...>, unrolled_elementwise_kernel<F,...>
//
// Where the kernel casts its inputs for the functor, the functor's format is not the input format.
void read_elementwise(const SpelledName& name, KernelFacts& facts) {
  if (name.arguments.empty()) return;
  struct Shell {
    std::string_view text;
    bool casts;
  };
  constexpr Shell kShells[] = {
      {"gpu_kernel_impl_nocast<", false}, {"gpu_kernel_impl<", true}, {"::apply<", true}};
  const std::string_view start = name.arguments.substr(0, 160);
  for (const Shell& shell : kShells) {
    const size_t at = start.find(shell.text);
    if (at == std::string_view::npos) continue;
    read_functor(template_argument(name.arguments.substr(at + shell.text.size()), 0), facts);
    if (shell.casts) facts.input = {};
    return;
  }
  for (size_t i = 0; i < 3; ++i) {
    const std::string_view argument = template_argument(name.arguments, i);
    int32_t number = 0;
    if (read_number(argument, number)) continue;
    read_functor(argument, facts);
    if (name.base != "vectorized_elementwise_kernel" &&
        name.arguments.find("LoadWithCast") != std::string_view::npos)
      facts.input = {};
    return;
  }
}

// multi_tensor_apply_kernel<TensorListMetadata<3>,Functor<float,...>,...>
void read_foreach(const SpelledName& name, KernelFacts& facts) {
  const std::string_view functor = template_argument(name.arguments, 1);
  const std::string_view own = last_component(functor.substr(0, functor.find('<')));
  if (own.empty()) {
    facts.family = {F::other, FactBasis::unknown};
    return;
  }
  set_fact(facts.input, functor_format(functor));
  if (own.find("Adam") != std::string_view::npos || own.find("Sgd") != std::string_view::npos ||
      own.find("SGD") != std::string_view::npos || own.find("LAMB") != std::string_view::npos ||
      own.find("Adagrad") != std::string_view::npos)
    facts.family.value = F::optimizer;
  else if (own.find("Norm") != std::string_view::npos || own.find("Max") == 0)
    facts.family.value = F::reduction;
  else if (own.starts_with("Copy"))
    facts.family.value = F::copy;
}

// reduce_kernel<512,1,ReduceOp<in,ops,index,out,4>>
void read_reduce(const SpelledName& name, KernelFacts& facts) {
  const std::string_view op = template_argument(name.arguments, 2);
  const size_t angle = op.find('<');
  if (angle != std::string_view::npos)
    set_fact(facts.input, format_of_type(template_argument(op.substr(angle + 1), 0)));
}

// In `normal_and_transform<c10::Half, float, ...>` the first type is the output; the wrapper's own type is
// the generator's.
void read_distribution(const SpelledName& name, KernelFacts& facts) {
  for (const std::string_view mark : {"_and_transform<", "distribution_nullary_kernel<"}) {
    const size_t at = name.arguments.find(mark);
    if (at == std::string_view::npos) continue;
    set_fact(facts.input, format_of_type(template_argument(name.arguments.substr(at + mark.size()), 0)));
    return;
  }
}

// cunn_SoftMaxForward<elements per thread step, in, accumulator, out, ...>; some versions lack the first.
void read_long_softmax(const SpelledName& name, KernelFacts& facts) {
  int32_t elements = 0;
  const size_t first = read_number(template_argument(name.arguments, 0), elements) ? 1 : 0;
  set_fact(facts.input, format_of_type(template_argument(name.arguments, first)));
  set_fact(facts.accumulate, format_of_type(template_argument(name.arguments, first + 1)));
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "vectorized_elementwise_kernel", F::elementwise, L::pytorch, read_elementwise},
    {Where::base_begins, "vectorized_templated_elementwise", F::elementwise, L::pytorch, read_elementwise},
    {Where::base_begins, "unrolled_elementwise_kernel", F::elementwise, L::pytorch, read_elementwise},
    {Where::base_begins, "elementwise_kernel_with_index", F::elementwise, L::pytorch},
    {Where::base_begins, "elementwise_kernel", F::elementwise, L::pytorch, read_elementwise},
    {Where::base_begins, "legacy_elementwise_kernel", F::elementwise, L::pytorch, read_elementwise},
    {Where::base_is, "reduce_kernel", F::reduction, L::pytorch, read_reduce},
    {Where::base_begins, "softmax_warp_", F::softmax, L::pytorch, input_output_accumulator},
    {Where::base_begins, "cunn_SoftMax", F::softmax, L::pytorch, read_long_softmax},
    {Where::base_begins, "cunn_SpatialSoftMax", F::softmax, L::pytorch, first_type},
    {Where::base_begins, "CatArrayBatchedCopy", F::copy, L::pytorch, first_type},
    {Where::base_begins, "index_elementwise_kernel", F::embedding, L::pytorch},
    {Where::base_begins, "_scatter_gather_elementwise_kernel", F::embedding, L::pytorch},
    {Where::base_begins, "vectorized_gather_kernel", F::embedding, L::pytorch},
    {Where::base_begins, "indexSelect", F::embedding, L::pytorch, first_type},
    {Where::base_begins, "indexFunc", F::embedding, L::pytorch, first_type},
    {Where::base_begins, "indexing_backward", F::embedding, L::pytorch, first_type},
    {Where::base_begins, "distribution_", F::rng, L::pytorch, read_distribution},
};

// Only in PyTorch's namespace.
constexpr NameRule kNative[] = {
    {Where::base_is, "masked_scatter_size_check", F::other, L::pytorch},
    {Where::base_begins, "multi_tensor_apply_kernel", F::elementwise, L::pytorch, read_foreach},
    {Where::base_begins, "lpnorm_cleanup", F::reduction, L::pytorch, first_type},
    {Where::base_has, "layer_norm", F::normalisation, L::pytorch, input_and_accumulator},
    {Where::base_has, "LayerNorm", F::normalisation, L::pytorch, input_and_accumulator},
    {Where::base_has, "GammaBeta", F::normalisation, L::pytorch, input_and_accumulator},
    {Where::base_has, "batch_norm", F::normalisation, L::pytorch},
    {Where::base_has, "group_norm", F::normalisation, L::pytorch},
    {Where::base_has, "rms_norm", F::normalisation, L::pytorch},
    {Where::base_is, "cuComputeGradInput", F::normalisation, L::pytorch, input_and_accumulator},
    {Where::base_begins, "RowwiseMoments", F::normalisation, L::pytorch, first_type},
    {Where::base_begins, "ComputeFusedParams", F::normalisation, L::pytorch, first_type},
    {Where::base_begins, "ComputeBackwardFusedParams", F::normalisation, L::pytorch, first_type},
    {Where::base_begins, "ComputeInternalGradients", F::normalisation, L::pytorch, first_type},
    {Where::base_has, "SoftMax", F::softmax, L::pytorch},
    {Where::base_has, "softmax", F::softmax, L::pytorch},
    {Where::base_has, "embedding", F::embedding, L::pytorch},
    {Where::base_has, "EmbeddingBag", F::embedding, L::pytorch},
    {Where::base_begins, "compute_grad_weight", F::embedding, L::pytorch, first_type},
    {Where::base_begins, "sum_and_scatter", F::embedding, L::pytorch, first_type},
    {Where::base_begins, "krn_partial", F::embedding, L::pytorch},
    {Where::base_begins, "compute_num_of_partial_segments", F::embedding, L::pytorch},
    {Where::base_has, "scatter", F::embedding, L::pytorch},
    {Where::base_has, "gatherTopK", F::sampling, L::pytorch, first_type},
    {Where::path_has, "topk::", F::sampling, L::pytorch, first_type},
    {Where::base_has, "ampleMultinomial", F::sampling, L::pytorch, first_type},
    {Where::base_has, "multinomial", F::sampling, L::pytorch},
    {Where::base_has, "Sort", F::sort, L::pytorch},
    {Where::base_has, "sort_", F::sort, L::pytorch},
    {Where::base_has, "scan", F::sort, L::pytorch, first_type},
    {Where::base_is, "fill_reverse_indices_kernel", F::sort, L::pytorch},
    {Where::base_is, "fill_index_and_segment_kernel", F::sort, L::pytorch},
    {Where::base_begins, "fused_dropout", F::elementwise, L::pytorch, input_and_accumulator},
    {Where::base_begins, "dropout", F::elementwise, L::pytorch},
    {Where::base_has, "lstm_cell", F::elementwise, L::pytorch},
    {Where::base_has, "gru_cell", F::elementwise, L::pytorch},
    {Where::base_begins, "elementwise_", F::elementwise, L::pytorch, first_type},
    {Where::base_begins, "nll_loss_forward_reduce", F::reduction, L::pytorch, input_and_accumulator},
    {Where::base_has, "conv_depthwise", F::convolution, L::pytorch, first_type},
    // Prepares the operands of a product, and computes no part of the convolution.
    {Where::base_has, "im2col", F::copy, L::pytorch, first_type},
    {Where::base_has, "triu_tril", F::elementwise, L::pytorch},
    {Where::base_has, "transpose", F::copy, L::pytorch},
    {Where::base_has, "roll_cuda", F::copy, L::pytorch},
    {Where::base_has, "pad", F::copy, L::pytorch},
    {Where::base_begins, "fused_adam", F::optimizer, L::pytorch},
    {Where::base_has, "arange", F::elementwise, L::pytorch},
    {Where::base_has, "linspace", F::elementwise, L::pytorch},
    {Where::path_begins, "at::native::", F::other, L::pytorch},
};

}  // namespace

bool read_aten(const SpelledName& name, KernelFacts& facts) {
  if (name.qualified.find("cub::") != std::string_view::npos) return false;
  const bool native = name.qualified.starts_with("at::native::");
  if (name.base == name.qualified || native) {
    // Without template arguments, even a known name may be from any program.
    const bool bare = !native && name.arguments.empty() && name.base == "reduce_kernel";
    if (!bare && read_by_rules(kRules, name, facts)) return true;
  }
  if (native) return read_by_rules(kNative, name, facts);
  if (!name.qualified.starts_with("at::")) return false;
  set_family(facts, F::other, L::pytorch);
  return true;
}

}  // namespace nsys_ai

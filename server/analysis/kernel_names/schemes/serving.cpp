// Kernels of serving and training engines other than products and attention: norms, caches, routing, casts.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

void second_type(const SpelledName& name, KernelFacts& facts) {
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 1)));
}

// <interleaved, head dimension, vector, bdx, type, index>
void read_flashinfer_rope(const SpelledName& name, KernelFacts& facts) {
  int32_t head = 0;
  if (read_number(template_argument(name.arguments, 1), head))
    facts.head_dimension = {head, FactBasis::known};
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 4)));
}

// Kernel_traits<W, I, R, O, C, ...>, Kernel_traits_finalize<hidden size, W, I, R, O, C, ...>
void read_layer_norm(const SpelledName& name, KernelFacts& facts) {
  const std::string_view traits = template_argument(name.arguments, 0);
  const std::string_view arguments = template_arguments(traits);
  int32_t hidden = 0;
  const size_t first = read_number(template_argument(arguments, 0), hidden) ? 1 : 0;
  set_fact(facts.input, format_of_type(template_argument(arguments, first + 1)));
  set_fact(facts.accumulate, format_of_type(template_argument(arguments, first + 4)));
}

void read_multi_tensor(const SpelledName& name, KernelFacts& facts) {
  const std::string_view functor = template_argument(name.arguments, 1);
  const std::string_view own = last_component(functor.substr(0, functor.find('<')));
  if (own.find("Adam") != std::string_view::npos || own.find("SGD") != std::string_view::npos ||
      own.find("LAMB") != std::string_view::npos)
    facts.family = {F::optimizer, FactBasis::known};
  else if (own.find("Norm") != std::string_view::npos)
    facts.family = {F::reduction, FactBasis::known};
  else if (!own.empty())
    facts.family = {F::elementwise, FactBasis::known};
  const size_t angle = functor.find('<');
  if (angle != std::string_view::npos)
    set_fact(facts.input, format_of_type(template_argument(functor.substr(angle + 1), 0)));
}

// The namespace identifies the library; the function's words describe the operation.
void read_words(const SpelledName& name, KernelFacts& facts) { read_plain_words(name.base, facts); }
void read_words_and_type(const SpelledName& name, KernelFacts& facts) {
  read_plain_words(name.base, facts);
  first_type(name, facts);
  if (facts.input.value == NumberFormat::int32 || facts.input.value == NumberFormat::int64) facts.input = {};
}

constexpr NameRule kRules[] = {
    {Where::path_begins, "flashinfer::norm::", F::normalisation, L::flash_infer, second_type},
    {Where::path_begins, "flashinfer::activation::", F::activation, L::flash_infer, first_type},
    {Where::path_begins, "flashinfer::sampling::", F::sampling, L::flash_infer},
    {Where::base_begins, "BatchQKApplyRotary", F::rope, L::flash_infer, read_flashinfer_rope},
    {Where::base_has, "router_gemm_kernel", F::gemm, L::none, first_type},
    {Where::base_begins, "AppendPagedKVCache", F::copy, L::flash_infer},
    {Where::base_begins, "CopyPageIndices", F::copy, L::flash_infer},
    {Where::path_begins, "flashinfer::", F::other, L::flash_infer, read_words},
    {Where::base_begins, "moe_align_block_size", F::moe, L::vllm},
    {Where::base_begins, "moe_sum_kernel", F::moe, L::vllm},
    {Where::base_begins, "topkGating", F::moe, L::vllm},
    {Where::path_begins, "vllm::moe::", F::moe, L::vllm},
    {Where::base_begins, "reshape_and_cache", F::copy, L::vllm, first_type},
    {Where::base_begins, "concat_and_cache", F::copy, L::vllm, first_type},
    {Where::path_begins, "vllm::copy_blocks", F::copy, L::vllm},
    {Where::path_begins, "vllm::rms_norm", F::normalisation, L::vllm, first_type},
    {Where::path_begins, "vllm::fused_add_rms_norm", F::normalisation, L::vllm, first_type},
    {Where::path_begins, "vllm::rotary_embedding", F::rope, L::vllm, first_type},
    {Where::path_begins, "vllm::act_and_mul", F::activation, L::vllm, first_type},
    {Where::path_begins, "vllm::", F::other, L::vllm, read_words_and_type},
    {Where::path_begins, "sglang::", F::other, L::sglang, read_words},
    {Where::path_begins, "sgl_hip::activation", F::activation, L::sglang, first_type},
    {Where::base_begins, "per_token_group_quant", F::quantisation, L::none, first_type},
    {Where::base_begins, "act_and_mul_kernel", F::activation, L::none, first_type},
    {Where::base_begins, "store_kvcache", F::copy, L::none},
    {Where::path_begins, "moe::dev::", F::moe, L::tensorrt_llm},
    {Where::base_begins, "quantize_with_block_size", F::quantisation, L::tensorrt_llm, second_type},
    {Where::base_has, "topk_kernel", F::sampling, L::none},
    {Where::base_begins, "fusedBuildExpertMaps", F::moe, L::tensorrt_llm},
    {Where::base_begins, "expandInputRows", F::moe, L::tensorrt_llm},
    {Where::base_begins, "finalizeMoeRouting", F::moe, L::tensorrt_llm},
    {Where::base_begins, "computeStridesTma", F::moe, L::tensorrt_llm},
    {Where::base_begins, "doActivationKernel", F::activation, L::tensorrt_llm, first_type},
    {Where::path_begins, "tensorrt_llm::", F::other, L::tensorrt_llm, read_words},
    {Where::base_begins, "per_token_cast", F::quantisation, L::deepseek, first_type},
    {Where::base_begins, "per_channel_cast", F::quantisation, L::deepseek},
    {Where::path_begins, "cuda::cast_back", F::quantisation, L::deepseek},
    {Where::path_begins, "cuda::swiglu", F::activation, L::deepseek, first_type},
    {Where::path_begins, "cuda::batched_swiglu", F::activation, L::deepseek, first_type},
    {Where::path_begins, "cuda::batched_transpose", F::copy, L::deepseek},
    {Where::path_begins, "cuda::clean_and_count_expert", F::moe, L::deepseek},
    {Where::path_begins, "cuda::expand_to_fused", F::moe, L::deepseek},
    {Where::path_begins, "cuda::get_fused_mapping", F::moe, L::deepseek},
    {Where::path_begins, "cuda::reduce_fused", F::other, L::deepseek},
    {Where::path_begins, "cuda::topk_", F::sampling, L::deepseek},
    {Where::path_begins, "dpsk::", F::other, L::deepseek, read_words},
    {Where::path_begins, "layer_norm::", F::normalisation, L::none, read_layer_norm},
    {Where::path_begins, "transformer_engine::normalization::", F::normalisation, L::transformer_engine,
     read_layer_norm},
    {Where::path_begins, "transformer_engine::layer_norm", F::normalisation, L::transformer_engine,
     read_layer_norm},
    {Where::path_begins, "transformer_engine::rmsnorm", F::normalisation, L::transformer_engine,
     read_layer_norm},
    {Where::path_has, "multi_tensor_apply_kernel", F::other, L::transformer_engine, read_multi_tensor},
    {Where::path_has, "scaled_softmax", F::softmax, L::none},
    {Where::path_has, "scaled_masked_softmax", F::softmax, L::none},
    {Where::base_begins, "cast_transpose", F::quantisation, L::transformer_engine},
    {Where::base_is, "gated_act_kernel", F::activation, L::transformer_engine},
    {Where::base_is, "dgated_act_kernel", F::activation, L::transformer_engine},
    {Where::path_begins, "transformer_engine::", F::other, L::transformer_engine, read_words},
    {Where::base_begins, "cuApplyLayerNorm", F::normalisation, L::apex, first_type},
    {Where::base_begins, "cuApplyRMSNorm", F::normalisation, L::apex, first_type},
    {Where::base_begins, "cuComputeGradInput", F::normalisation, L::none, first_type},
    {Where::base_begins, "cuComputePartGradGammaBeta", F::normalisation, L::none, first_type},
    {Where::base_begins, "cuComputeGradGammaBeta", F::normalisation, L::none, first_type},
    {Where::base_begins, "split_embedding_", F::embedding, L::fbgemm},
    {Where::base_begins, "dense_embedding_", F::embedding, L::fbgemm},
    {Where::base_begins, "bounds_check_indices_kernel", F::embedding, L::fbgemm},
    {Where::base_begins, "linearize_index_kernel", F::embedding, L::fbgemm},
    {Where::base_begins, "permute_pooled_embs_kernel", F::copy, L::fbgemm, first_type},
    {Where::base_begins, "recat_copy_async_kernel", F::copy, L::fbgemm, first_type},
    {Where::path_begins, "fbgemm_gpu::_get_FP8_qparam", F::quantisation, L::fbgemm, first_type},
    {Where::path_begins, "fbgemm_gpu::_compute_FP8_quantize", F::quantisation, L::fbgemm, first_type},
    {Where::path_begins, "fbgemm_gpu::_FP8rowwise", F::quantisation, L::fbgemm},
    {Where::path_begins, "fbgemm_gpu::permute_", F::embedding, L::fbgemm},
    {Where::path_begins, "fbgemm_gpu::_block_bucketize", F::embedding, L::fbgemm},
    {Where::path_begins, "fbgemm_gpu::_offsets_range", F::embedding, L::fbgemm},
    {Where::path_begins, "fbgemm_gpu::", F::other, L::fbgemm, read_words},
    {Where::base_begins, "cunn_ClassNLLCriterion", F::other, L::pytorch, first_type},
    {Where::base_is, "rotary_kernel", F::rope, L::none},
    {Where::base_has, "RMSNormKernel", F::normalisation, L::none},
};

}  // namespace

bool read_serving(const SpelledName& name, KernelFacts& facts) {
  if (!read_by_rules(kRules, name, facts)) return false;
  // Apex's kernel has no namespace, Transformer Engine's has one.
  if (name.base == "multi_tensor_apply_kernel" && !name.qualified.starts_with("transformer_engine::"))
    facts.library = {};
  return true;
}

}  // namespace nsys_ai

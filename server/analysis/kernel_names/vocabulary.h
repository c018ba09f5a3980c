// The terms for facts about kernels: families, libraries, number formats, fused operators.
#pragma once

#include <cstdint>
#include <string_view>

namespace nsys_ai {

enum class KernelFamily : uint8_t {
  communication,
  attention,
  moe,
  gemm,
  convolution,
  normalisation,
  softmax,
  rope,
  activation,
  sampling,
  quantisation,
  reduction,
  elementwise,
  copy,
  embedding,
  sort,
  optimizer,
  fft,
  sparse,
  solver,
  rng,
  other
};
constexpr size_t kKernelFamilies = static_cast<size_t>(KernelFamily::other) + 1;
std::string_view name_of(KernelFamily family);
// The purpose of the family's kernels, phrased as the end of a sentence.
std::string_view meaning_of(KernelFamily family);

enum class KernelLibrary : uint8_t {
  none,
  aiter,
  apex,
  arrayfire,
  bitsandbytes,
  composable_kernel,
  cub,
  cublas,
  cudf,
  cudnn,
  cufft,
  cupy,
  curand,
  cusolver,
  cusparse,
  cute_dsl,
  cutensor,
  cutlass2,
  cutlass3,
  dace,
  deep_ep,
  deep_gemm,
  deepseek,
  eigen,
  fbgemm,
  fla,
  flash_attention2,
  flash_attention3,
  flash_infer,
  flash_mla,
  ggml,
  inductor,
  jax,
  julia,
  kokkos,
  llvm_openmp,
  mamba,
  marlin,
  memory_efficient,
  miopen,
  msccl,
  nccl,
  numba,
  nvfuser,
  nvhpc,
  nvshmem,
  gcc_openmp,
  optix,
  pytorch,
  quda,
  raja,
  rocblas,
  rocm,
  rocprim,
  sage_attention,
  sglang,
  taichi,
  tensorflow,
  tensorrt,
  tensorrt_llm,
  thrust,
  tilelang,
  transformer_engine,
  triton,
  vllm,
  xla
};
constexpr size_t kKernelLibraries = static_cast<size_t>(KernelLibrary::xla) + 1;
// The spelling that its makers use; `-` for none.
std::string_view name_of(KernelLibrary library);

enum class NumberFormat : uint8_t {
  none,
  f64,
  f32,
  tf32,
  bf16,
  fp16,
  fp8,
  e4m3,
  e5m2,
  mxfp8,
  fp4,
  mxfp4,
  nvfp4,
  int4,
  uint4,
  int8,
  uint8,
  int16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  complex32,
  complex64,
  q4_0,
  q8_0,
  q4_k,
  q5_k,
  q6_k
};
constexpr size_t kNumberFormats = static_cast<size_t>(NumberFormat::q6_k) + 1;
std::string_view name_of(NumberFormat format);

enum class FusedOperator : uint8_t {
  bias,
  add,
  relu,
  gelu,
  silu,
  swiglu,
  normalisation,
  softmax,
  rope,
  dropout,
  causal_mask,
  quantisation,
  split_k,
  all_reduce,
  count
};
std::string_view name_of(FusedOperator fused);

}  // namespace nsys_ai

// The names of families, libraries, formats and operators.
#include "analysis/kernel_names/vocabulary.h"

#include <array>

namespace nsys_ai {
namespace {

struct FamilyText {
  std::string_view name, meaning;
};

constexpr std::array<FamilyText, kKernelFamilies> kFamilyTexts = {{
    {"communication", "moves data between GPUs; its duration includes waiting for peers"},
    {"attention", "computes attention scores and weighs values by them, or its linear kin"},
    {"moe", "routes tokens to experts and back, or works on them by expert"},
    {"gemm", "multiplies matrices, or a matrix and a vector"},
    {"convolution", "convolves, forward or for gradients"},
    {"normalisation", "normalises activations"},
    {"softmax", "computes softmax outside of attention"},
    {"rope", "applies rotary position embeddings"},
    {"activation", "applies an activation function"},
    {"sampling", "selects the largest or samples"},
    {"quantisation", "changes the number format"},
    {"reduction", "reduces along a dimension"},
    {"elementwise", "works on each element alone, bound by memory bandwidth"},
    {"copy/transpose", "copies, concatenates or changes the layout, bound by memory bandwidth"},
    {"embedding/index", "gathers or scatters rows"},
    {"sort/scan", "sorts, scans or compacts"},
    {"optimizer", "updates parameters"},
    {"fft", "computes Fourier transforms"},
    {"sparse", "multiplies sparse matrices"},
    {"solver", "factorises matrices or solves linear systems"},
    {"rng", "draws random numbers"},
    {"other", "is of no family that its name shows"},
}};

struct LibraryText {
  KernelLibrary library;
  std::string_view name;
};

constexpr std::array<LibraryText, kKernelLibraries> kLibraryTexts = {{
    {KernelLibrary::none, "-"},
    {KernelLibrary::aiter, "AITER"},
    {KernelLibrary::apex, "Apex"},
    {KernelLibrary::arrayfire, "ArrayFire"},
    {KernelLibrary::bitsandbytes, "bitsandbytes"},
    {KernelLibrary::composable_kernel, "Composable Kernel"},
    {KernelLibrary::cub, "CUB"},
    {KernelLibrary::cublas, "cuBLAS"},
    {KernelLibrary::cudf, "cuDF"},
    {KernelLibrary::cudnn, "cuDNN"},
    {KernelLibrary::cufft, "cuFFT"},
    {KernelLibrary::cupy, "CuPy"},
    {KernelLibrary::curand, "cuRAND"},
    {KernelLibrary::cusolver, "cuSOLVER"},
    {KernelLibrary::cusparse, "cuSPARSE"},
    {KernelLibrary::cute_dsl, "CuTe DSL"},
    {KernelLibrary::cutensor, "cuTENSOR"},
    {KernelLibrary::cutlass2, "CUTLASS 2.x"},
    {KernelLibrary::cutlass3, "CUTLASS 3.x"},
    {KernelLibrary::dace, "DaCe"},
    {KernelLibrary::deep_ep, "DeepEP"},
    {KernelLibrary::deep_gemm, "DeepGEMM"},
    {KernelLibrary::deepseek, "DeepSeek"},
    {KernelLibrary::eigen, "Eigen"},
    {KernelLibrary::fbgemm, "FBGEMM"},
    {KernelLibrary::fla, "flash-linear-attention"},
    {KernelLibrary::flash_attention2, "FlashAttention-2"},
    {KernelLibrary::flash_attention3, "FlashAttention-3"},
    {KernelLibrary::flash_infer, "FlashInfer"},
    {KernelLibrary::flash_mla, "FlashMLA"},
    {KernelLibrary::ggml, "ggml"},
    {KernelLibrary::inductor, "Inductor"},
    {KernelLibrary::jax, "JAX"},
    {KernelLibrary::julia, "Julia"},
    {KernelLibrary::kokkos, "Kokkos"},
    {KernelLibrary::llvm_openmp, "LLVM OpenMP"},
    {KernelLibrary::mamba, "Mamba"},
    {KernelLibrary::marlin, "Marlin"},
    {KernelLibrary::memory_efficient, "memory-efficient attention"},
    {KernelLibrary::miopen, "MIOpen"},
    {KernelLibrary::msccl, "MSCCL"},
    {KernelLibrary::nccl, "NCCL"},
    {KernelLibrary::numba, "Numba"},
    {KernelLibrary::nvfuser, "nvFuser"},
    {KernelLibrary::nvhpc, "NVHPC OpenMP"},
    {KernelLibrary::nvshmem, "NVSHMEM"},
    {KernelLibrary::gcc_openmp, "OpenMP of GCC"},
    {KernelLibrary::optix, "OptiX"},
    {KernelLibrary::pytorch, "PyTorch"},
    {KernelLibrary::quda, "QUDA"},
    {KernelLibrary::raja, "RAJA"},
    {KernelLibrary::rocblas, "rocBLAS"},
    {KernelLibrary::rocm, "ROCm"},
    {KernelLibrary::rocprim, "rocPRIM"},
    {KernelLibrary::sage_attention, "SageAttention"},
    {KernelLibrary::sglang, "SGLang"},
    {KernelLibrary::taichi, "Taichi"},
    {KernelLibrary::tensorflow, "TensorFlow"},
    {KernelLibrary::tensorrt, "TensorRT"},
    {KernelLibrary::tensorrt_llm, "TensorRT-LLM"},
    {KernelLibrary::thrust, "Thrust"},
    {KernelLibrary::tilelang, "TileLang"},
    {KernelLibrary::transformer_engine, "Transformer Engine"},
    {KernelLibrary::triton, "Triton"},
    {KernelLibrary::vllm, "vLLM"},
    {KernelLibrary::xla, "XLA"},
}};

struct FormatText {
  NumberFormat format;
  std::string_view name;
};

constexpr std::array<FormatText, kNumberFormats> kFormatTexts = {{
    {NumberFormat::none, "-"},
    {NumberFormat::f64, "f64"},
    {NumberFormat::f32, "f32"},
    {NumberFormat::tf32, "tf32"},
    {NumberFormat::bf16, "bf16"},
    {NumberFormat::fp16, "fp16"},
    {NumberFormat::fp8, "fp8"},
    {NumberFormat::e4m3, "fp8 e4m3"},
    {NumberFormat::e5m2, "fp8 e5m2"},
    {NumberFormat::mxfp8, "mxfp8"},
    {NumberFormat::fp4, "fp4 e2m1"},
    {NumberFormat::mxfp4, "mxfp4"},
    {NumberFormat::nvfp4, "nvfp4"},
    {NumberFormat::int4, "int4"},
    {NumberFormat::uint4, "uint4"},
    {NumberFormat::int8, "int8"},
    {NumberFormat::uint8, "uint8"},
    {NumberFormat::int16, "int16"},
    {NumberFormat::int32, "int32"},
    {NumberFormat::uint32, "uint32"},
    {NumberFormat::int64, "int64"},
    {NumberFormat::uint64, "uint64"},
    {NumberFormat::boolean, "bool"},
    {NumberFormat::complex32, "complex f32"},
    {NumberFormat::complex64, "complex f64"},
    {NumberFormat::q4_0, "q4_0"},
    {NumberFormat::q8_0, "q8_0"},
    {NumberFormat::q4_k, "q4_K"},
    {NumberFormat::q5_k, "q5_K"},
    {NumberFormat::q6_k, "q6_K"},
}};

constexpr bool each_in_its_place() {
  for (size_t i = 0; i < kLibraryTexts.size(); ++i)
    if (static_cast<size_t>(kLibraryTexts[i].library) != i) return false;
  for (size_t i = 0; i < kFormatTexts.size(); ++i)
    if (static_cast<size_t>(kFormatTexts[i].format) != i) return false;
  return true;
}
static_assert(each_in_its_place());

constexpr std::array<std::string_view, static_cast<size_t>(FusedOperator::count)> kFusedNames = {
    "bias",    "add",  "relu",    "gelu",        "silu",         "swiglu",  "normalisation",
    "softmax", "rope", "dropout", "causal mask", "quantisation", "split-K", "all-reduce"};

}  // namespace

std::string_view name_of(KernelFamily family) { return kFamilyTexts[static_cast<size_t>(family)].name; }
std::string_view meaning_of(KernelFamily family) { return kFamilyTexts[static_cast<size_t>(family)].meaning; }
std::string_view name_of(KernelLibrary library) { return kLibraryTexts[static_cast<size_t>(library)].name; }
std::string_view name_of(NumberFormat format) { return kFormatTexts[static_cast<size_t>(format)].name; }
std::string_view name_of(FusedOperator fused) { return kFusedNames[static_cast<size_t>(fused)]; }

}  // namespace nsys_ai

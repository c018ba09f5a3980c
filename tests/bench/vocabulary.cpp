// Builds the names from their parts: functors times types times patterns.
#include "tests/bench/vocabulary.h"

#include <fmt/format.h>

#include <string_view>

namespace nsys_ai::bench {
namespace {

constexpr const char* kTypes[] = {"float", "c10::BFloat16", "c10::Half", "double"};
constexpr const char* kFunctors[] = {"at::native::CUDAFunctor_add",
                                     "at::native::binary_internal::MulFunctor",
                                     "at::native::binary_internal::DivFunctor",
                                     "at::native::GeluCUDAKernelImpl",
                                     "at::native::silu_kernel",
                                     "at::native::sigmoid_kernel_cuda",
                                     "at::native::tanh_kernel_cuda",
                                     "at::native::pow_tensor_scalar_kernel_impl",
                                     "at::native::rsqrt_kernel_cuda",
                                     "at::native::direct_copy_kernel_cuda",
                                     "at::native::bfloat16_copy_kernel_cuda",
                                     "at::native::launch_clamp_scalar",
                                     "at::native::masked_fill_kernel",
                                     "at::native::FillFunctor"};

class Builder {
 public:
  std::vector<KernelName> names;

  void add(std::string demangled, std::string short_name, int64_t typical_ns, bool driver = false) {
    std::string mangled = fmt::format("_ZN2at6native{}{}E{}i", short_name.size(), short_name, names.size());
    names.push_back({std::move(demangled), std::move(short_name), std::move(mangled), typical_ns, driver});
  }

  void elementwise(std::string_view functor, std::string_view type) {
    add(fmt::format(
            "void at::native::vectorized_elementwise_kernel<(int)8, {}<{}>, std::array<char *, (unsigned long)3>>(int, T2, T3)",
            functor, type),
        "vectorized_elementwise_kernel", 3'200);
    add(fmt::format(
            "void at::native::elementwise_kernel<(int)128, (int)4, void at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<{1}, {1}, {1}, {0}<{1}>>>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)",
            functor, type),
        "elementwise_kernel", 4'600);
    add(fmt::format(
            "void at::native::unrolled_elementwise_kernel<{}(at::TensorIteratorBase &)::[lambda() "
            "(instance 3)]::operator ()() const::[lambda() (instance 7)]::operator ()() const::"
            "[lambda({}) (instance 1)], std::array<char *, (unsigned long)2>, (int)4, "
            "TrivialOffsetCalculator<(int)1, unsigned int>, TrivialOffsetCalculator<(int)1, unsigned "
            "int>, at::native::memory::LoadWithCast<(int)1>, at::native::memory::StoreWithCast<(int)1>>"
            "(int, T1, T2, T4, T5, T6, T7)",
            functor, type),
        "unrolled_elementwise_kernel", 2'100);
  }

  void matrix_products() {
    for (const int rows : {64, 96, 128, 192, 256})
      for (const int columns : {64, 128, 192, 256})
        for (const char* form : {"TNN", "TNT", "NTN"}) {
          const std::string name = fmt::format("nvjet_tst_{}x{}_64x4_2x1_v_bz_coopB_{}", rows, columns, form);
          add(name, name, 9'000 + int64_t{rows} * columns / 2, true);
        }
    for (const int tile : {64, 128, 256})
      for (const char* type : {"bf16", "f16", "tf32"})
        add(fmt::format(
                "void cutlass::Kernel2<cutlass_80_tensorop_{0}_s16816gemm_relu_{0}_{1}x128_32x3_tn_align8>(T1::Params)",
                type, tile),
            "Kernel2", 21'000);
  }

  void reductions_and_norms(std::string_view type) {
    for (const char* operation : {"sum_functor", "MeanOps", "NormTwoOps", "MaxOps"})
      add(fmt::format(
              "void at::native::reduce_kernel<(int)512, (int)1, at::native::ReduceOp<{0}, at::native::func_wrapper_t<{0}, at::native::{1}<{0}, float, {0}>::operator ()(at::TensorIterator &)::[lambda(float, float) (instance 1)]>, unsigned int, {0}, (int)4, (int)4>>(T3)",
              type, operation),
          "reduce_kernel", 6'400);
    add(fmt::format(
            "void at::native::<unnamed>::vectorized_layer_norm_kernel<{}, float, (bool)0>(int, T2, const T1 *, const T1 *, const T1 *, T2 *, T2 *, T1 *)",
            type),
        "vectorized_layer_norm_kernel", 7'300);
    add(fmt::format(
            "void at::native::<unnamed>::cunn_SoftMaxForward<(int)8, {}, float, float, at::native::<unnamed>::LogSoftMaxForwardEpilogue>(T4 *, const T2 *, int)",
            type),
        "cunn_SoftMaxForward", 8'800);
  }
};

}  // namespace

std::vector<KernelName> kernel_names() {
  Builder builder;
  for (const char* functor : kFunctors)
    for (const char* type : kTypes) builder.elementwise(functor, type);
  builder.matrix_products();
  for (const char* type : kTypes) builder.reductions_and_norms(type);
  for (const int head : {64, 128, 192, 256})
    builder.add(
        fmt::format(
            "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<(int){}, (int)128, (int)64, (int)4, (bool)0, (bool)0, cutlass::bfloat16_t>, (bool)0, (bool)1, (bool)0>(flash::Flash_fwd_params)",
            head),
        "flash_fwd_kernel", 46'000);
  for (int number = 0; number < 24; ++number) {
    const std::string name = fmt::format("triton_poi_fused_add_mul_native_layer_norm_{}", number);
    builder.add(name, name, 3'900, true);
  }
  builder.add(
      "void at::native::<unnamed>::multi_tensor_apply_kernel<at::native::<unnamed>::TensorListMetadata<(int)4>, at::native::<unnamed>::FusedAdamMathFunctor<float, (int)4, (at::native::ADAM_MODE)1>>(T1, T2, T3...)",
      "multi_tensor_apply_kernel", 24'000);
  return std::move(builder.names);
}

std::vector<KernelName> collective_names() {
  Builder builder;
  for (const char* name :
       {"AllReduce_Sum_bf16_RING_LL", "AllGather_RING_LL", "ReduceScatter_Sum_bf16_RING_LL", "SendRecv"})
    builder.add(fmt::format("ncclDevKernel_{}(ncclDevKernelArgsStorage<(unsigned long)4096>)", name),
                fmt::format("ncclDevKernel_{}", name), 310'000);
  return std::move(builder.names);
}

const std::vector<ApiName>& api_names() {
  static const std::vector<ApiName> names = {
      {"cudaLaunchKernel_v7000", 0},         {"cuLaunchKernelEx", 1},
      {"cudaLaunchKernelExC_v11060", 0},     {"cudaMemcpyAsync_v3020", 0},
      {"cudaMemsetAsync_v3020", 0},          {"cudaStreamSynchronize_v3020", 0},
      {"cudaStreamIsCapturing_v10000", 0},   {"cudaEventRecord_v3020", 0},
      {"cudaEventQuery_v3020", 0},           {"cudaStreamWaitEvent_v3020", 0},
      {"cuKernelGetAttribute", 1},           {"cudaStreamGetCaptureInfo_v2_v11030", 0},
      {"cudaEventCreateWithFlags_v3020", 0}, {"cudaEventDestroy_v3020", 0}};
  return names;
}

std::vector<std::vector<std::string>> range_labels() {
  std::vector<std::string> layers, modules, operations;
  for (int layer = 0; layer < 48; ++layer) layers.push_back(fmt::format("layers.{}", layer));
  for (const char* block : {"attention", "mlp", "norm1", "norm2", "cross_attention", "adaln"})
    for (const char* part : {"forward", "project_in", "project_out", "residual"})
      modules.push_back(fmt::format("{}.{}", block, part));
  for (const char* name : {"mul",
                           "add",
                           "add_",
                           "linear",
                           "addmm",
                           "matmul",
                           "bmm",
                           "to",
                           "_to_copy",
                           "copy_",
                           "empty",
                           "view",
                           "reshape",
                           "cat",
                           "native_layer_norm",
                           "layer_norm",
                           "_softmax",
                           "gelu",
                           "silu",
                           "div",
                           "pow",
                           "rsqrt",
                           "sum",
                           "mean",
                           "empty_like",
                           "transpose",
                           "permute",
                           "contiguous",
                           "clone",
                           "index_select",
                           "embedding",
                           "scaled_dot_product_attention",
                           "_flash_attention_forward",
                           "zero_",
                           "fill_",
                           "_foreach_add_",
                           "_fused_adamw_",
                           "empty_strided",
                           "as_strided",
                           "slice"})
    operations.push_back(fmt::format("aten::{}", name));
  return {{"train_step"},
          {"forward", "backward", "optimizer", "clip_grad_norm", "zero_grad", "all_reduce"},
          std::move(layers),
          std::move(modules),
          std::move(operations),
          {"load_batch", "decode", "collate", "pin_memory"},
          {"ncclGroupStart", "ncclAllReduce", "ncclGroupEnd", "ncclReduceScatter"}};
}

const std::vector<const char*>& os_call_names() {
  static const std::vector<const char*> names = {"pthread_cond_wait",  "poll",     "read",  "ioctl",
                                                 "pthread_mutex_lock", "sem_wait", "write", "mmap64"};
  return names;
}

}  // namespace nsys_ai::bench

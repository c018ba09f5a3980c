// What names of kernels say: name in, facts out, scheme by scheme and in every spelling; and the names that
// were read by hand, where they are beside the repository.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "analysis/kernel_names/kernel_name.h"
#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/kernels.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

std::string or_dash(const KernelFact<ShortText>& fact) {
  return fact.is_known() ? std::string(fact.value.text()) : "-";
}
std::string or_dash(const KernelFact<int32_t>& fact) {
  return fact.is_known() ? std::to_string(fact.value) : "-";
}

// In the order of the columns of the names that were read by hand.
std::vector<std::string> fact_columns(const KernelFacts& facts) {
  return {std::string(name_of(facts.family.value)),
          std::string(name_of(facts.library.value)),
          input_format(facts),
          std::string(name_of(facts.accumulate.value)),
          tile_text(facts),
          or_dash(facts.stages),
          or_dash(facts.layout),
          or_dash(facts.architecture),
          or_dash(facts.head_dimension)};
}

// Family, library, format of what goes in, of the sum, tile, stages, layout, architecture, head dimension and
// what is fused, without dashes at the end.
std::string read_as_text(std::string_view name) {
  const KernelFacts facts = read_kernel_name(name);
  std::string text;
  for (const std::string& column : fact_columns(facts)) text += (text.empty() ? "" : " | ") + column;
  if (facts.fused != 0) text += " | " + fused_text(facts);
  while (text.ends_with(" | -")) text.resize(text.size() - 4);
  return text;
}

struct Read {
  std::string_view name, facts;
};
constexpr Read kRead[] = {
    // What a name does not tell for sure is not told.
    {"void at::native::masked_scatter_size_check(long const*, bool const*, long)", "other | PyTorch"},
    {"void cuda::reduce_fused_impl<__nv_bfloat16, false, false>(int4 const*)", "other | DeepSeek"},
    {"_chunk_scan_fwd_kernel", "other | Mamba"},
    {"void thrust::cuda_cub::core::_kernel_agent<thrust::cuda_cub::__parallel_for::ParallelForAgent<"
     "thrust::cuda_cub::for_each_f<thrust::counting_iterator<int>, Mine>, long>, thrust::cuda_cub::for_each_f<"
     "thrust::counting_iterator<int>, Mine>, long>(T2, T3)",
     "other | Thrust"},
    {"void im2col4d_kernel<float, int>(im2col4d_params)", "copy/transpose | cuDNN | f32"},
    {"void at::native::im2col_kernel<float>(long, float const*)", "copy/transpose | PyTorch | f32"},
    {"void cudnn::batchnorm_fwtr_nhwc_semiPersist<__half, float, 512>(cudnn::batchnorm_params)",
     "normalisation | cuDNN"},
    {"void kOptimizerStatic8bit2StateBlockwise<__half, 0, 256, 1>(float*)", "optimizer | bitsandbytes"},
    {"void transformer_engine::(anonymous namespace)::cast_transpose_fused_kernel<false, true, float>(float)",
     "quantisation | Transformer Engine"},
    {"void transformer_engine::(anonymous namespace)::gated_act_kernel<float, __half>(float*)",
     "activation | Transformer Engine"},
    {"nvjet_sm100_tst_64x16_64x16_2x4_2cta_h_bz_splitK_bias_TNT",
     "gemm | cuBLAS | bf16 | f32 | 64x16x64 | 16 | TNT | sm100 | - | bias, split-K"},
    {"nvjet_qqtst_128x256_128x6_2x1_2cta_v_bz_TNT", "gemm | cuBLAS | fp8 | f32 | 128x256x128 | 6 | TNT"},
    {"nvjet_tst_192x192_64x4_2x1_v_bz_coo...", "gemm | cuBLAS | bf16 | f32 | 192x192x64 | 4"},
    {"cutlass_80_tensorop_s1688gemm_256x128_32x3_tn_align4",
     "gemm | CUTLASS 2.x | f32 | f32 | 256x128x32 | 3 | TN | sm80"},
    {"void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8>(T1::Params)",
     "gemm | CUTLASS 2.x | bf16 | f32 | 256x128x32 | 3 | TN | sm80 | - | relu"},
    {"void Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8>(Params)",
     "gemm | CUTLASS 2.x | bf16 | f32 | 256x128x32 | 3 | TN | sm80 | - | relu"},
    {"_ZN7cutlass7Kernel2I66cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8EEvNT_6ParamsE",
     "gemm | CUTLASS 2.x | fp16 | f32 | 256x128x32 | 3 | TN | sm80 | - | relu"},
    {"Kernel2", "other"},
    {"device_kernel", "other"},
    {"void cutlass__5x_cudnn::Kernel<cutlass_tensorop_bf16_s16816fprop_optimized_bf16_128x128_32x3_nhwc_align8>(T1::Params)",
     "convolution | cuDNN | bf16 | f32 | 128x128x32 | 3 | NHWC"},
    {"cutlass3x_sm90_tensorop_s64x256x16gemm_f16_f16_f32_void_f16_128x256x64_2x1x1_0_tnn_align8_warpspecialized_cooperative_epi_tma",
     "gemm | CUTLASS 3.x | fp16 | f32 | 128x256x64 | 0 | TNN | sm90"},
    {"void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<(int)2, cute::tuple<cute::C<(int)1>, cute::C<(int)1>, cute::C<(int)1>>, cute::tuple<cute::C<(int)128>, cute::C<(int)80>, cute::C<(int)256>>, (int)256, cutlass::bfloat16_t, float, cutlass::arch::Sm90, (bool)1, (bool)0>>>>(T1::Params)",
     "attention | FlashAttention-3 | bf16 | f32 | 128x80x256 | 2 | - | sm90 | 256 | causal mask"},
    {"sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x128x32_stage5_warpsize2x2x1_g1_tensor16x8x8_execute_kernel_cudnn_infer",
     "convolution | cuDNN | tf32 | f32 | 64x128x32 | 5 | NHWC/KRSC/NHWC | sm80"},
    {"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas",
     "gemm | cuBLAS | f32 | f32 | 32x32x8 | 3 | TN_N | sm80"},
    {"volta_sgemm_32x32_sliced1x4_tn", "gemm | cuBLAS | f32 | f32 | 32x32x- | - | TN | Volta"},
    {"ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_32x3_nn",
     "gemm | cuBLAS | bf16 | f32 | 256x128x32 | 3 | NN | Ampere"},
    {"turing_fp16_s1688cudnn_fp16_256x128_ldg8_relu_filter1x1_stg8_interior_nchw_nn_v1",
     "convolution | cuDNN | fp16 | f32 | 256x128x- | - | NCHW NN | Turing | - | relu"},
    {"void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512, true, 1>(cudnnTensorStruct, float const*)",
     "normalisation | cuDNN | f32 | f32 | - | - | NCHW"},
    {"void implicit_convolve_sgemm<float, float, 1024, 6, 7, 3, 3, 5, 1, false, true, true>(int, int, int, float const*)",
     "convolution | cuDNN | f32 | f32"},
    {"cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_3_64x64x128_4x1x1_kernel0_0",
     "attention | cuDNN | - | - | 64x64x128 | - | - | sm80 | 128"},
    {"void splitKreduce_kernel<bool=1, int=32, float>(cublasSplitKParams<float>)",
     "reduction | cuBLAS | f32 | f32"},
    {"std::enable_if<!T7, void>::type internal::gemvx::kernel<int, int, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, (bool)0>(T13)",
     "gemm | cuBLAS | bf16 | f32"},
    {"void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, cutlass::bfloat16_t, pytorch_flash::Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, false, true, false>(pytorch_flash::Flash_fwd_params)",
     "attention | FlashAttention-2 | bf16 | - | 128x128x64 | - | - | - | 64 | causal mask"},
    {"fmha_cutlassF_bf16_aligned_64x128_rf_sm80(PyTorchMemEffAttention::AttentionKernel<T1>::Params)",
     "attention | memory-efficient attention | bf16 | - | 64x128x- | - | - | sm80"},
    {"fmhaSm100aKernel_QE4m3KvE2m1OE4m3H128PagedKvCausalP32VarSeqQ128Kv128PersistentContext",
     "attention | TensorRT-LLM | fp8 e4m3 x fp4 e2m1 | - | 128x128x128 | - | - | sm100a | 128 | causal mask"},
    {"fused_multihead_attention_v2_il_int8_96_64_kernel",
     "attention | TensorRT | int8 | - | - | - | - | - | 64"},
    {"void flashinfer::BatchPrefillWithRaggedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, 128u, 2u, 4u, 4u, 4u, 4u, 1u, (flashinfer::PosEncodingMode)0, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, int, flashinfer::DefaultAttention<false> >, RaggedParams>(RaggedParams)",
     "attention | FlashInfer | bf16 | f32 | 128x64x64 | - | - | - | 64 | causal mask"},
    {"void flashinfer::norm::RMSNormKernel<(unsigned int)8, __half>(T2 *, T2 *)",
     "normalisation | FlashInfer | fp16"},
    {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
     "communication | NCCL | bf16"},
    {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", "communication | NCCL"},
    {"void deep_ep::internode::combine<false, 4, __nv_bfloat16, 16, 4, 4, 16, 24>(int4*)",
     "communication | DeepEP | bf16"},
    {"void nvshmemi_init_array_kernel<unsigned long>(unsigned long*)", "communication | NVSHMEM"},
    {"nvshmemi_proxy_quiet_entrypoint", "communication | NVSHMEM"},
    {"void hybrid_ep::dispatch_kernel<true, 4>(hybrid_ep::dispatch_param_t)", "communication | DeepEP"},
    {"void hybrid_ep::scan<512, 4>(bool const*, int*)", "moe | DeepEP"},
    {"void nixl_ep::internode_ll::combine<3, 10>(void*)", "communication"},
    {"void sweep::dispatch_kernel<2>(void*)", "other"},
    {"void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*)",
     "communication | PyTorch | bf16"},
    {"triton_poi_fused__to_copy_1", "elementwise | Inductor"},
    {"triton_per_fused__to_copy_add_mean_mul_pow_rsqrt_2", "normalisation | Inductor"},
    {"triton_poi_fused_mul_silu_slice_0", "activation | Inductor"},
    {"triton_red_fused__to_copy_mean_mul_neg_pow_rsqrt_stack_view_14", "normalisation | Inductor"},
    {"cupy_ceil__float_float64", "elementwise | CuPy"},
    {"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul>, 4, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1> >(int)",
     "copy/transpose | PyTorch"},
    {"void at::native::elementwise_kernel_manual_unroll<128, 4, at::native::(anonymous namespace)::type_specialized_broadcast_kernel_launcher<1>::apply<at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(long)::{lambda(int, bool)#1}>(int)",
     "elementwise | PyTorch"},
    {"void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, float, at::native::(anonymous namespace)::threshold_kernel_impl<float>(at::TensorIteratorBase&, float, float)::{lambda(float, float)#1}>, std::array<char*, 3ul> >(int)",
     "activation | PyTorch | f32"},
    {"triton__0d1d2d3de", "other | Triton"},
    {"_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1_swiglu",
     "gemm | Triton | bf16 x mxfp4 | - | 16x128x256 | - | NNT | - | - | swiglu"},
    {"bmm_Bfloat16_MxE2m1MxE4m3_Fp32_Ab32_Bb32_t128x128x256u2_s4_et128x64_m256x128x32_c2x1x1_rM_TN_transOut_sm100f",
     "gemm | TensorRT-LLM | mxfp4 x mxfp8 | f32 | 128x128x256 | 4 | TN | sm100f"},
    {"void marlin_moe_wna16::Marlin<1125899906909960l, 562949953487106l, 1125899906909960l, 2814749767106568l, 128, 1, 8, 4, true, 4, 2, false>(int4 const*)",
     "gemm | Marlin | bf16 x fp4 e2m1 | - | 8x128x64 | 4"},
    {"void vllm::moe::moe_align_block_size_kernel<int>(const T1 *)", "moe | vLLM"},
    {"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*)", "rope | vLLM | bf16"},
    {"void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::neg_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
     "elementwise | PyTorch | bf16"},
    {"void at::native::vectorized_elementwise_kernel<(int)4, at::native::<unnamed>::silu_kernel(at::TensorIteratorBase &)::[lambda() (instance 1)]::operator ()() const::[lambda(float) (instance 1)], std::array<char *, (unsigned long)2>>(int, T2, T3)",
     "activation | PyTorch | f32"},
    {"_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIlEESt5arrayIPcLm1EEEEviT0_T1_",
     "elementwise | PyTorch | int64"},
    {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float>, unsigned int, float, 4> >(T3)",
     "reduction | PyTorch | f32"},
    {"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4> >(T1)",
     "optimizer | PyTorch | f32"},
    {"void at_cuda_detail::cub::DeviceRadixSortOnesweepKernel<at_cuda_detail::cub::DeviceRadixSortPolicy<long, int, int>::Policy900, false>(T1)",
     "sort/scan | CUB | int64"},
    {"void regular_fft<512u, EPT<8u>, 8u, 2u, (padding_t)6, (twiddle_t)0, (loadstore_modifier_t)2, (layout_t)1, unsigned int, float>(kernel_arguments_t<unsigned int>)",
     "fft | cuFFT | f32"},
    {"void cusparse::csrmm_v2_kernel<cusparse::CsrMMPolicy<int, float, float, float>, true>(int)",
     "sparse | cuSPARSE"},
    {"void trsm_right_kernel<double, (int)256, (int)4, (bool)0>(cublasTrsmParams<T1>, T1)",
     "solver | cuBLAS | f64 | f64"},
    {"void Kokkos::Impl::cuda_parallel_launch_local_memory<Kokkos::Impl::ParallelFor<Kokkos::Impl::ViewValueFunctor<Kokkos::Device<Kokkos::Cuda>, double>>>(T1)",
     "elementwise | Kokkos"},
    {"cupy_multiply__float64_float64_float64", "elementwise | CuPy | f64"},
    {"loop_add_fusion_4", "elementwise | XLA"},
    {"gemm_fusion_dot_1", "gemm | XLA"},
    {"fusion_3", "other | XLA"},
    {"nvkernel_solve_F1L204_2", "other | NVHPC OpenMP"},
    {"__omp_offloading_fd02_3231c15__Z3foov_l2", "other | LLVM OpenMP"},
    {"void genericReformat::copyVectorizedKernel<double, __half, __half, (bool)1, (bool)0, (int)1>(unsigned int)",
     "copy/transpose | TensorRT"},
    {"Cijk_Alik_Bljk_BBS_BH_MT128x64x64_MI32x32x8x1_SN", "gemm | rocBLAS | bf16 | - | 128x64x64"},
    {"saxpy(double *, double *, double *, double, int)", "other"},
    {"tiled_matmul_kernel(float*, float*, float*, int)", "gemm"},
    {"compute_my_stuff", "other"},
    {"", "other"},
};

TEST(KernelNames, SayWhatTheirSchemeTells) {
  for (const Read& of : kRead) EXPECT_EQ(read_as_text(of.name), of.facts) << of.name;
}

// One kernel as Kineto, Nsight Systems, nvprof, Nsight Compute and a compiler write it.
TEST(KernelNames, SayTheSameInEverySpelling) {
  const std::vector<std::vector<std::string>> spellings = {
      {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)",
       "void at::native::vectorized_elementwise_kernel<(int)4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char *, (unsigned long)3>>(int, T2, T3)",
       "void at::native::vectorized_elementwise_kernel<int=4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, unsigned long=3>>(int, at::native::CUDAFunctor_add<c10::BFloat16>)",
       "vectorized_elementwise_kernel<4, CUDAFunctor_add<BFloat16>, array<char *, 3>>(int, T2, T3)",
       "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIN3c108BFloat16EEESt5arrayIPcLm3EEEEviT0_T1_"},
      {"void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, cutlass::bfloat16_t, Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, true, true, false>(pytorch_flash::Flash_fwd_params)",
       "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<(int)64, (int)128, (int)128, (int)4, (bool)0, (bool)0, cutlass::bfloat16_t, Flash_kernel_traits<(int)64, (int)128, (int)128, (int)4, cutlass::bfloat16_t>>, (bool)1, (bool)1, (bool)0>(pytorch_flash::Flash_fwd_params)",
       "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<int=64, int=128, int=128, int=4, bool=0, bool=0, cutlass::bfloat16_t, Flash_kernel_traits<int=64, int=128, int=128, int=4, cutlass::bfloat16_t>>, bool=1, bool=1, bool=0>(pytorch_flash::Flash_fwd_params)",
       "flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, 0, 0, bfloat16_t, Flash_kernel_traits<64, 128, 128, 4, bfloat16_t>>, 1, 1, 0>(Flash_fwd_params)",
       "_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsILi64ELi128ELi128ELi4ELb0ELb0EN7cutlass10bfloat16_tE19Flash_kernel_traitsILi64ELi128ELi128ELi4ES2_EELb1ELb1ELb0EEEvNS_16Flash_fwd_paramsE"},
      {"void (anonymous namespace)::softmax_warp_forward<float, float, float, 6, false, false>(float*, float const*)",
       "void <unnamed>::softmax_warp_forward<float, float, float, (int)6, (bool)0, (bool)0>(T2 *, const T1 *)",
       "void _GLOBAL__N__12_ab_cu_34::softmax_warp_forward<float, float, float, int=6, bool=0, bool=0>(float*, float const*)",
       "softmax_warp_forward<float, float, float, 6, 0, 0>(T2 *, const T1 *)",
       "_ZN41_GLOBAL__N__ab_10_SoftMax_cu_cdef1234567820softmax_warp_forwardIfffLi6ELb0ELb0EEEvPT0_PKT_"},
  };
  for (const auto& of_one : spellings)
    for (const std::string& name : of_one)
      EXPECT_EQ(read_as_text(name), read_as_text(of_one.front())) << name;
  EXPECT_EQ(read_as_text(spellings[0].front()), "elementwise | PyTorch | bf16");
  EXPECT_EQ(read_as_text(spellings[1].front()),
            "attention | FlashAttention-2 | bf16 | - | 128x128x64 | - | - | - | 64 | dropout, causal mask");
  EXPECT_EQ(read_as_text(spellings[2].front()), "softmax | PyTorch | f32 | f32");
}

// Cut anywhere, a name says nothing that the whole one contradicts.
TEST(KernelNames, AreNotReadPastWhereTheyWereCut) {
  const std::vector<std::string> names = {
      "nvjet_sm100_tst_64x16_64x16_2x4_2cta_h_bz_splitK_bias_TNT",
      "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8",
      "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32_stage3_warpsize2x2x1_tensor16x8x16_execute_kernel__5x_cublas",
      "ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_32x3_nn",
      "cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_void_bf16_128x128x64_1x1x1_0_tnn_align8_warpspecialized_pingpong_epi_tma",
      "fmha_cutlassF_bf16_aligned_64x128_rf_sm80",
      "bmm_E4m3_E4m3E4m3_Fp32_t128x16x128u2_s6_et64x16_m64x16x32_c1x1x1_rM_TN_transOut_sm100",
      "fmhaSm100fKernel_QkvBfloat16OBfloat16H128PagedKvCausalP64VarSeqQ128Kv128PersistentContext"};
  for (const std::string& name : names) {
    const std::vector<std::string> whole = fact_columns(read_kernel_name(name));
    // With a sign that it was cut, and without.
    for (size_t size = 12; size < 2 * name.size(); ++size) {
      const std::string text =
          size < name.size() ? name.substr(0, size) + "..." : name.substr(0, size - name.size());
      if (text.size() < 12) continue;
      const std::vector<std::string> cut = fact_columns(read_kernel_name(text));
      for (size_t i = 2; i < cut.size(); ++i) {
        const bool tile_without_depth =
            i == 4 && cut[i].ends_with("x-") && whole[i].starts_with(cut[i].substr(0, cut[i].size() - 1));
        EXPECT_TRUE(cut[i] == "-" || cut[i] == whole[i] || tile_without_depth)
            << text << ": " << cut[i] << ", whole " << whole[i];
      }
    }
  }
}

std::vector<std::vector<std::string>> rows_of_file(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    rows.push_back(row);
  }
  return rows;
}

// What a person wrote, in the program's words; notes that people add are left out.
std::string in_our_words(std::string text) {
  const std::vector<std::pair<std::string, std::string>> words = {{"MxE2m1 x MxE4m3", "mxfp4 x mxfp8"},
                                                                  {"E2m1 (NVFP4)", "nvfp4"},
                                                                  {"int64 keys", "int64"},
                                                                  {"float64", "f64"},
                                                                  {"complex128", "complex f64"},
                                                                  {"bf16 -> fp8", "bf16"},
                                                                  {"f16", "fp16"}};
  for (const auto& [from, to] : words)
    if (text == from) return to;
  return text.substr(0, text.find(" ("));
}

TEST(KernelNames, AreReadAsByHand) {
  const auto path = profiles_folder().parent_path() / "kernels" / "truth-dev.tsv";
  const auto rows = rows_of_file(path);
  if (rows.empty()) GTEST_SKIP() << needs_captures();
  size_t families = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    const std::vector<std::string> read = fact_columns(read_kernel_name(row[0]));
    if (read[0] == row[1])
      ++families;
    else
      EXPECT_EQ(read[0], "other") << row[0] << " is " << row[1];
    EXPECT_TRUE(read[1] == "-" || row[2].find(read[1]) != std::string::npos)
        << row[0] << ": " << read[1] << ", " << row[2];
    for (size_t column = 2; column < read.size(); ++column)
      EXPECT_TRUE(read[column] == "-" || read[column] == in_our_words(row[column + 1]))
          << row[0] << ": " << read[column] << ", by hand " << row[column + 1];
  }
  EXPECT_GE(families, (rows.size() - 1) * 95 / 100);
}

TEST(KernelNames, AreShownWithTheirOwnNamespaces) {
  EXPECT_EQ(display_name("void genericReformat::copyVectorizedKernel<double, __half, (bool)1>(unsigned int)"),
            "genericReformat::copyVectorizedKernel<double, __half, 1>");
  EXPECT_EQ(display_name("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>(T3)"),
            "reduce_kernel<512, 1, ReduceOp<float>>");
}

TEST(KernelNames, AreSaidWithoutTheirArguments) {
  const auto said = [](std::string_view name) { return short_display_name(name); };
  EXPECT_EQ(
      said(
          "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 64>, (bool)1>(flash::Flash_fwd_params)"),
      "flash::flash_fwd_kernel");
  EXPECT_EQ(said("nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNN"), "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNN");
  EXPECT_EQ(said("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_256x128_32x3_tn_align4>(T1::Params)"),
            "Kernel2<cutlass_80_tensorop_s1688gemm_256x128_32x3_tn_align4>");
  EXPECT_EQ(said("void cutlass::device_kernel<flash::FlashAttnBwdSm90<flash::Mainloop<2>>>(T1::Params)"),
            "device_kernel<flash::FlashAttnBwdSm90>");
  EXPECT_EQ(said("void at::native::vectorized_elementwise_kernel<(int)4, at::native::FillFunctor<float>, "
                 "std::array<char *, 1>>(int, T2, T3)"),
            "vectorized_elementwise_kernel<FillFunctor>");
  EXPECT_EQ(said("void probe<128, true>(int)"), "probe");
  EXPECT_EQ(said("my kernel"), "my kernel");
}

std::string statements_of(std::string_view name) { return statements_text(name_statements(name)); }

// What is inferred stands behind "probably"; what a name does not tell is left out.
TEST(KernelNames, AreSaidInWords) {
  EXPECT_EQ(
      statements_of("nvjet_tst_192x192_64x3_2x1_v_bz_coopB_bias_TNN"),
      "cuBLAS GEMM, bias in the epilogue; probably bf16 in, f32 accumulated, bf16 out, tile 192 x 192 x 64, "
      "3 stages, cluster 2 x 1, layout TNN, on tensor cores");
  EXPECT_EQ(
      statements_of(
          "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, "
          "false, true, false, false, true, true, false>(Flash_fwd_params)"),
      "FlashAttention-2 forward, bf16 in, head dimension 128, blocks of 128 x 64, with causal mask; "
      "probably on tensor cores");
  EXPECT_EQ(statements_of("triton_poi_fused_add_native_layer_norm_3"),
            "Inductor pointwise, made of the operators add, native_layer_norm");
  EXPECT_EQ(statements_of("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
            "NCCL AllReduce, bf16, but not which algorithm, protocol and reduction ran");
  EXPECT_EQ(statements_of("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"),
            "NCCL SendRecv, but not which algorithm and protocol ran");
  EXPECT_EQ(statements_of("my_kernel(float*)"), "");
  EXPECT_EQ(statements_of("softmax"), "");
}

TEST(KernelNames, OfInductorListTheirOperators) {
  using ::testing::ElementsAre;
  EXPECT_THAT(fused_operators("triton_red_fused__to_copy_add_copy__fused_add_rms_norm_moe_forward_shared_3"),
              ElementsAre("_to_copy", "add", "copy_", "fused_add_rms_norm", "moe_forward_shared"));
  EXPECT_THAT(fused_operators("triton_poi_fused__scaled_dot_product_flash_attention_cat_transpose_view_10"),
              ElementsAre("_scaled_dot_product_flash_attention", "cat", "transpose", "view"));
  EXPECT_THAT(fused_operators("triton_poi_fused_constant_pad_nd_moe_forward_0"),
              ElementsAre("constant_pad_nd", "moe_forward"));
  // Where one ends cannot be told of an operator that nobody knows; the name stays as it is.
  EXPECT_THAT(fused_operators("triton_poi_fused_add_my_operator_0"), ElementsAre());
  EXPECT_EQ(statements_of("triton_poi_fused_add_my_operator_0"),
            "Inductor pointwise, made of the operators add_my_operator");
  EXPECT_THAT(fused_operators("triton_poi_fused_0"), ElementsAre());
  EXPECT_EQ(statements_of("triton_poi_fused_0"), "Inductor pointwise");
}

}  // namespace
}  // namespace nsys_ai::test

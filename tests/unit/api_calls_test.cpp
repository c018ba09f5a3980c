// What names of CUDA calls say.
#include <gtest/gtest.h>

#include <string>

#include "analysis/host/api_calls.h"

namespace nsys_ai {
namespace {

std::string call_text(std::string_view name) {
  const CallKind kind = call_kind(name);
  return std::string(base_call_name(name)) + ": " + std::string(name_of(kind.role)) +
         (kind.async ? ", async" : "") + (kind.launches() ? ", launches" : "") +
         (kind.blocks() ? ", blocks" : "");
}

TEST(ApiCalls, SuffixesThatTellVersionsAreCut) {
  EXPECT_EQ(base_call_name("cudaLaunchKernel_v7000"), "cudaLaunchKernel");
  EXPECT_EQ(base_call_name("cudaStreamSynchronize_ptsz_v7000"), "cudaStreamSynchronize");
  EXPECT_EQ(base_call_name("cuMemcpyHtoDAsync_v2_ptsz"), "cuMemcpyHtoDAsync");
  EXPECT_EQ(base_call_name("my_very_own_call"), "my_very_own_call");
  EXPECT_EQ(base_call_name("_v2"), "_v2");
  EXPECT_EQ(base_call_name(""), "");
}

TEST(ApiCalls, OnlyWaitsAndCopiesThatAreNotAsyncBlock) {
  EXPECT_EQ(call_text("cudaDeviceSynchronize_v3020"), "cudaDeviceSynchronize: synchronise, blocks");
  EXPECT_EQ(call_text("cuCtxSynchronize"), "cuCtxSynchronize: synchronise, blocks");
  EXPECT_EQ(call_text("cudaStreamWaitEvent_v3020"), "cudaStreamWaitEvent: wait for event");
  EXPECT_EQ(call_text("cudaEventQuery_v3020"), "cudaEventQuery: query");
  EXPECT_EQ(call_text("cudaMemcpy_v3020"), "cudaMemcpy: copy, blocks");
  EXPECT_EQ(call_text("cudaMemcpy2DAsync_v3020"), "cudaMemcpy2DAsync: copy, async");
  EXPECT_EQ(call_text("cudaMemcpyPeerAsync"), "cudaMemcpyPeerAsync: copy, async");
  EXPECT_EQ(call_text("cudaMemcpyToSymbolAsync"), "cudaMemcpyToSymbolAsync: copy, async");
  EXPECT_EQ(call_text("cudaMemsetAsync_v3020"), "cudaMemsetAsync: memset, async");
}

TEST(ApiCalls, LaunchesOfKernelsAndGraphsAreToldFromHostFunctions) {
  EXPECT_EQ(call_text("cudaLaunchKernelExC_v11060"), "cudaLaunchKernelExC: kernel launch, launches");
  EXPECT_EQ(call_text("cuLaunchKernelEx"), "cuLaunchKernelEx: kernel launch, launches");
  EXPECT_EQ(call_text("cudaLaunchCooperativeKernel"), "cudaLaunchCooperativeKernel: kernel launch, launches");
  EXPECT_EQ(call_text("cudaGraphLaunch_v10000"), "cudaGraphLaunch: graph launch, launches");
  EXPECT_EQ(call_text("cudaLaunchHostFunc_v10000"), "cudaLaunchHostFunc: other");
  EXPECT_EQ(call_text("LaunchKernel"), "LaunchKernel: other");
}

TEST(ApiCalls, AllocationsAndLoadsOfCodeAreKnown) {
  EXPECT_EQ(call_text("cudaMalloc_v3020"), "cudaMalloc: allocate");
  EXPECT_EQ(call_text("cudaMallocAsync_v11020"), "cudaMallocAsync: allocate, async");
  EXPECT_EQ(call_text("cudaHostAlloc_v3020"), "cudaHostAlloc: allocate");
  EXPECT_EQ(call_text("cuMemHostAlloc"), "cuMemHostAlloc: allocate");
  EXPECT_EQ(call_text("cudaFreeHost_v3020"), "cudaFreeHost: release");
  // The calls by which pools grow and shrink: a reserved address, memory behind it, and who may use it.
  for (const char* name : {"cuMemAddressReserve", "cuMemCreate", "cuMemMap", "cuMemSetAccess"})
    EXPECT_EQ(call_text(name), std::string(name) + ": allocate");
  for (const char* name : {"cuMemUnmap", "cuMemRelease", "cuMemAddressFree", "cuMemPoolTrimTo"})
    EXPECT_EQ(call_text(name), std::string(name) + ": release");
  EXPECT_EQ(call_text("cuModuleLoadDataEx"), "cuModuleLoadDataEx: load code");
  EXPECT_EQ(call_text("cuLibraryLoadData"), "cuLibraryLoadData: load code");
  EXPECT_EQ(call_text("cuModuleGetLoadingMode"), "cuModuleGetLoadingMode: other");
}

}  // namespace
}  // namespace nsys_ai

// CUB, Thrust and rocPRIM, in any wrapping namespace.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// The policy's first type is the type of keys or scanned values.
void read_policy(const SpelledName& name, KernelFacts& facts) {
  for (const std::string_view mark : {"RadixSortPolicy<", "DeviceScanPolicy<", "DeviceReducePolicy<"}) {
    const size_t at = name.arguments.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view policy = name.arguments.substr(at + mark.size());
    set_fact(facts.input, format_of_type(template_argument(policy, 0)));
    return;
  }
}

constexpr NameRule kCub[] = {
    {Where::base_has, "ReduceByKey", F::reduction, L::cub},
    {Where::base_has, "Sort", F::sort, L::cub, read_policy},
    {Where::base_has, "Scan", F::sort, L::cub, read_policy},
    {Where::base_has, "Select", F::sort, L::cub},
    {Where::base_has, "Compact", F::sort, L::cub},
    {Where::base_has, "Unique", F::sort, L::cub},
    {Where::base_has, "Partition", F::sort, L::cub},
    {Where::base_has, "Merge", F::sort, L::cub},
    {Where::base_has, "RunLength", F::sort, L::cub},
    {Where::base_has, "Reduce", F::reduction, L::cub, read_policy},
    {Where::base_has, "Histogram", F::reduction, L::cub},
    {Where::base_has, "Spmv", F::sparse, L::cub},
    {Where::base_has, "Memcpy", F::copy, L::cub},
    {Where::base_has, "transform_kernel", F::elementwise, L::cub},
    {Where::base_has, "Kernel", F::other, L::cub},
};

constexpr NameRule kThrust[] = {
    {Where::arguments_have, "__merge_sort::", F::sort, L::thrust},
    {Where::arguments_have, "__radix_sort::", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__scan", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__copy_if", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__unique", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__partition", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__set_operations", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__merge", F::sort, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__reduce", F::reduction, L::thrust},
    {Where::arguments_begin, "thrust::cuda_cub::__adjacent_difference", F::elementwise, L::thrust},
    {Where::arguments_have, "__uninitialized_copy::", F::copy, L::thrust},
    {Where::arguments_have, "cuda_cub::identity,", F::copy, L::thrust},
    {Where::arguments_have, "thrust::identity<", F::copy, L::thrust},
    // A user function applied to each index.
    {Where::arguments_have, "for_each_f<", F::other, L::thrust},
    {Where::arguments_have, "__parallel_for::", F::elementwise, L::thrust},
    {Where::path_has, "thrust::", F::other, L::thrust},
};

constexpr NameRule kRocprim[] = {
    {Where::base_has, "onesweep", F::sort, L::rocprim},
    {Where::base_has, "lookback_scan", F::sort, L::rocprim},
    {Where::base_has, "sort", F::sort, L::rocprim},
    {Where::base_has, "scan", F::sort, L::rocprim},
    {Where::base_has, "partition", F::sort, L::rocprim},
    {Where::base_has, "transform", F::elementwise, L::rocprim},
    {Where::base_has, "reduce", F::reduction, L::rocprim},
    {Where::path_begins, "rocprim::", F::other, L::rocprim},
};

}  // namespace

bool read_cub(const SpelledName& name, KernelFacts& facts) {
  if (name.qualified.starts_with("rocprim::")) return read_by_rules(kRocprim, name, facts);
  if (name.qualified.find("thrust::") != std::string_view::npos) return read_by_rules(kThrust, name, facts);
  const bool wrapped = name.qualified.find("cub::") != std::string_view::npos;
  constexpr std::string_view kDevice[] = {"DeviceRadixSort", "DeviceScan",        "DeviceSelect",
                                          "DeviceCompact",   "DeviceReduce",      "DeviceSegmented",
                                          "DeviceMergeSort", "DeviceUniqueByKey", "DevicePartition",
                                          "DeviceHistogram", "DeviceRunLength"};
  bool device = wrapped && name.base.find("Kernel") != std::string_view::npos;
  for (const std::string_view begin : kDevice) device = device || name.base.starts_with(begin);
  if (device) return read_by_rules(kCub, name, facts);
  if (wrapped) set_family(facts, F::other, L::cub);
  return wrapped;
}

}  // namespace nsys_ai

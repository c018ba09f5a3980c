// NCCL, NVSHMEM, symmetric memory, DeepEP and the all-reduces of serving engines.
#include "analysis/kernel_names/schemes/schemes.h"

namespace nsys_ai {
namespace {

using F = KernelFamily;
using L = KernelLibrary;

// ncclDevKernel_<Coll>_<Op>_<type>_<RING|TREE>_LL and ncclSymkDevKernel_<Coll>_<algorithm>_<op>_<type>.
// Point-to-point operations and collectives without reduction move bytes, so a type in their names is
// meaningless.
void read_nccl(const SpelledName& name, KernelFacts& facts) {
  const Words words = split_words(name.base, name.cut);
  if (!words.at(1).starts_with("AllReduce") && !words.at(1).starts_with("Reduce")) return;
  for (size_t i = 2; i < words.whole(); ++i) {
    const NumberFormat format = format_of_word(words.at(i));
    // Signed integers use the kernels of unsigned ones.
    if (format == NumberFormat::uint8 || format == NumberFormat::uint32 || format == NumberFormat::uint64)
      return;
    set_fact(facts.input, format, FactBasis::documented);
  }
}

void read_fused_all_reduce(const SpelledName& name, KernelFacts& facts) {
  const std::string_view pattern = template_argument(name.arguments, 0);
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 1)), FactBasis::documented);
  fuse(facts, FusedOperator::all_reduce);
  if (pattern.size() != 1 || pattern[0] < '1' || pattern[0] > '5') return;
  fuse(facts, FusedOperator::add);
  fuse(facts, FusedOperator::normalisation);
  if (pattern[0] >= '2') fuse(facts, FusedOperator::quantisation);
}

void read_third_type(const SpelledName& name, KernelFacts& facts) {
  set_fact(facts.input, format_of_type(template_argument(name.arguments, 2)));
}

// Libraries of expert parallelism have namespaces of their own (`deep_ep`, `hybrid_ep`). Their kernels move
// tokens to experts and back, or wait for peers, except those that prepare this on one GPU.
void read_expert_parallel(const SpelledName& name, KernelFacts& facts) {
  constexpr std::string_view kLocalWords[] = {"layout", "permut", "preprocess", "scan"};
  for (const std::string_view word : kLocalWords)
    if (name.base.find(word) != std::string_view::npos) facts.family.value = F::moe;
  if (name.qualified.find("hybrid_ep::") != std::string_view::npos)
    facts.library = {L::deep_ep, FactBasis::known};
}

constexpr NameRule kRules[] = {
    {Where::base_begins, "ncclDevKernel", F::communication, L::nccl, read_nccl},
    {Where::base_begins, "ncclSym", F::communication, L::nccl, read_nccl},
    {Where::base_begins, "ncclKernel", F::communication, L::nccl, read_nccl},
    {Where::base_begins, "nccl", F::communication, L::nccl},
    {Where::path_begins, "nccl", F::communication, L::nccl},
    {Where::base_begins, "mscclKernel", F::communication, L::msccl},
    {Where::base_begins, "msccl", F::communication, L::msccl},
    {Where::base_begins, "rcclGenericKernel", F::communication, L::none},
    {Where::base_begins, "nvshmem", F::communication, L::nvshmem},
    {Where::path_has, "nvshmem", F::communication, L::nvshmem},
    {Where::base_begins, "barrier_on_stream_kernel", F::communication, L::nvshmem},
    {Where::base_begins, "barrier_all_on_stream", F::communication, L::nvshmem},
    {Where::base_begins, "sync_on_stream_kernel", F::communication, L::nvshmem},
    {Where::base_is, "get_dispatch_layout", F::moe, L::none},
    {Where::path_begins, "deep_ep::layout::", F::moe, L::deep_ep},
    {Where::path_begins, "deep_ep::", F::communication, L::deep_ep},
    {Where::path_begins, "dpsk::ep::", F::communication, L::deepseek},
    {Where::path_has, "_ep::", F::communication, L::none, read_expert_parallel},
    {Where::path_begins, "ep::", F::communication, L::none, read_expert_parallel},
    {Where::path_has, "::ep::", F::communication, L::none, read_expert_parallel},
    {Where::base_begins, "EpDispatch", F::communication, L::none},
    {Where::base_begins, "EpCombine", F::communication, L::none},
    {Where::path_has, "internode_ll::", F::communication, L::none},
    {Where::path_has, "internode::", F::communication, L::none},
    {Where::path_has, "intranode::", F::communication, L::none},
    {Where::path_has, "mscclpp::", F::communication, L::none},
    {Where::path_begins, "nixl", F::communication, L::none},
    {Where::path_begins, "vllm::cross_device_reduce", F::communication, L::vllm, first_type},
    {Where::path_begins, "sglang::cross_device_reduce", F::communication, L::sglang, first_type},
    {Where::base_begins, "cross_device_reduce_", F::communication, L::none, first_type},
    {Where::base_begins, "allreduce_fusion_kernel_", F::communication, L::flash_infer, read_fused_all_reduce},
    {Where::path_begins, "aiter::cross_device_reduce", F::communication, L::aiter},
    {Where::path_begins, "aiter::allreduce", F::communication, L::aiter},
    {Where::base_begins, "one_shot_all_reduce", F::communication, L::pytorch, first_type},
    {Where::base_begins, "two_shot_all_reduce", F::communication, L::pytorch, first_type},
    {Where::base_begins, "multimem_", F::communication, L::pytorch, first_type},
    {Where::path_has, "symm_mem", F::communication, L::pytorch},
    {Where::path_has, "userbuffers", F::communication, L::transformer_engine},
    {Where::base_has, "all_reduce", F::communication, L::none},
    {Where::base_has, "allreduce", F::communication, L::none},
    {Where::base_has, "AllReduce", F::communication, L::none},
    {Where::base_has, "AllGather", F::communication, L::none},
    {Where::base_has, "ReduceScatter", F::communication, L::none},
    {Where::base_has, "AllToAll", F::communication, L::none},
    {Where::base_begins, "moeA2A", F::communication, L::none},
    {Where::base_begins, "a2a_", F::communication, L::none},
    {Where::base_has, "all_gather", F::communication, L::none},
    {Where::base_has, "allgather", F::communication, L::none},
    {Where::base_has, "reduce_scatter", F::communication, L::none},
    {Where::base_has, "all_to_all", F::communication, L::none},
    {Where::base_has, "alltoall", F::communication, L::none},
};

}  // namespace

bool read_communication(const SpelledName& name, KernelFacts& facts) {
  // A generated name lists the operators that it fuses, and has its own scheme.
  if (name.base.starts_with("triton_")) return false;
  if (!read_by_rules(kRules, name, facts)) return false;
  if (name.base == "get_dispatch_layout")
    facts.library = {name.qualified.starts_with("dpsk::") ? L::deepseek : L::deep_ep, FactBasis::inferred};
  if (name.base == "combine" && name.qualified.find("internode::") != std::string_view::npos)
    read_third_type(name, facts);
  return true;
}

}  // namespace nsys_ai

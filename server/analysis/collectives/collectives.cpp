// NCCL's kernel names differ between versions only in case and underscores, so they are compared without
// either: `ncclDevKernel_AllReduce_Sum_bf16_RING_LL`, `ncclKernel_AllReduce_RING_LL_Sum_float`,
// `ncclAllReduceRingLLKernel_sum_f32`.
#include "analysis/collectives/collectives.h"

#include <array>
#include <string>
#include <utility>

#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

using CollectiveWord = std::pair<std::string_view, Collective>;
constexpr std::array kParts{CollectiveWord{"allgather", Collective::all_gather},
                            CollectiveWord{"reducescatter", Collective::reduce_scatter},
                            CollectiveWord{"allreduce", Collective::all_reduce},
                            CollectiveWord{"crossdevicereduce", Collective::all_reduce},
                            CollectiveWord{"broadcast", Collective::broadcast},
                            CollectiveWord{"bcast", Collective::broadcast},
                            CollectiveWord{"alltoall", Collective::all_to_all},
                            CollectiveWord{"sendrecv", Collective::send_recv},
                            CollectiveWord{"reduce", Collective::reduce}};

// Of two with a common prefix, the longer one comes first.
constexpr std::array kAlgorithms{std::pair{"collnetdirect", "COLLNET_DIRECT"},
                                 std::pair{"collnetchain", "COLLNET_CHAIN"},
                                 std::pair{"nvlstree", "NVLS_TREE"},
                                 std::pair{"nvls", "NVLS"},
                                 std::pair{"ring", "RING"},
                                 std::pair{"tree", "TREE"},
                                 std::pair{"pat", "PAT"}};
constexpr std::array kProtocols{std::pair{"ll128", "LL128"}, std::pair{"ll", "LL"},
                                std::pair{"simple", "SIMPLE"}};

std::string squeezed(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != '_') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

// An algorithm counts only where a protocol follows it: the word alone may be part of another.
void find_algorithm(std::string_view text, CollectiveName& name) {
  for (const auto& [algorithm, shown] : kAlgorithms)
    for (const auto& [protocol, shown_protocol] : kProtocols)
      if (text.find(std::string(algorithm) + protocol) != std::string_view::npos) {
        name.algorithm = shown;
        name.protocol = shown_protocol;
        return;
      }
}

}  // namespace

std::string_view name_of(Collective collective) {
  switch (collective) {
    case Collective::all_gather:
      return "AllGather";
    case Collective::reduce_scatter:
      return "ReduceScatter";
    case Collective::all_reduce:
      return "AllReduce";
    case Collective::broadcast:
      return "Broadcast";
    case Collective::all_to_all:
      return "AllToAll";
    case Collective::send_recv:
      return "SendRecv";
    case Collective::reduce:
      return "Reduce";
    case Collective::other:
      return "other";
  }
  return "other";
}

CollectiveName collective_of(std::string_view demangled) {
  const std::string text = squeezed(base_name(demangled));
  CollectiveName name;
  for (const auto& [part, collective] : kParts) {
    if (text.find(part) == std::string::npos) continue;
    name.collective = collective;
    break;
  }
  if (text.starts_with("nccl")) find_algorithm(text, name);
  return name;
}

Collectives build_collectives(const Profile& profile) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Collectives collectives;
  for (const KernelName& name : profile.kernels().names.values) {
    Collectives::Of of;
    of.communicates = families.of(name.full) == KernelFamily::communication;
    if (of.communicates) of.name = collective_of(profile.text(name.full));
    collectives.of_code.push_back(of);
  }
  return collectives;
}

}  // namespace nsys_ai

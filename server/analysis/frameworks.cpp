// A table of names that only one framework uses.
#include "analysis/frameworks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"

namespace nsys_ai {
namespace {

struct FrameworkSign {
  Framework framework;
  std::string_view name;
  std::array<KernelLibrary, 2> libraries;           // libraries of its kernels
  std::array<std::string_view, 2> kernels;          // substrings of kernel names
  std::array<std::string_view, 3> ranges;           // prefixes of range labels
  std::array<std::string_view, 1> domains;          // domains of ranges
  std::array<std::string_view, 2> parts_of_ranges;  // substrings of range labels
};

constexpr KernelLibrary kNoLibrary = KernelLibrary::none;
constexpr std::array kFrameworkSigns{
    FrameworkSign{Framework::cupy, "CuPy", {KernelLibrary::cupy, kNoLibrary}, {"cupy_"}, {}, {}, {}},
    FrameworkSign{Framework::ddp, "DDP", {kNoLibrary, kNoLibrary}, {}, {"DistributedDataParallel."}, {}, {}},
    FrameworkSign{Framework::deepspeed,
                  "DeepSpeed",
                  {kNoLibrary, kNoLibrary},
                  {},
                  {"DeepSpeed", "PartitionedParameterCoordinator.", "deepspeed."},
                  {},
                  {}},
    FrameworkSign{Framework::fsdp,
                  "FSDP",
                  {kNoLibrary, kNoLibrary},
                  {},
                  {"FSDP::", "FullyShardedDataParallel."},
                  {},
                  {}},
    FrameworkSign{Framework::jax,
                  "JAX",
                  {KernelLibrary::jax, kNoLibrary},
                  {},
                  {},
                  {},
                  {"hlo_module=jit_", "prefix=jit("}},
    FrameworkSign{
        Framework::julia, "Julia", {KernelLibrary::julia, kNoLibrary}, {"CuDeviceArray"}, {}, {"Julia"}, {}},
    FrameworkSign{Framework::megatron, "Megatron", {kNoLibrary, kNoLibrary}, {}, {"megatron"}, {}, {}},
    FrameworkSign{Framework::numba, "Numba", {KernelLibrary::numba, kNoLibrary}, {"cudapy::"}, {}, {}, {}},
    FrameworkSign{Framework::pytorch,
                  "PyTorch",
                  {KernelLibrary::pytorch, KernelLibrary::inductor},
                  {"at::native::", "c10::"},
                  {"aten::", "autograd::", "ProfilerStep#"},
                  {},
                  {}},
    FrameworkSign{Framework::sglang, "SGLang", {KernelLibrary::sglang, kNoLibrary}, {}, {"sglang"}, {}, {}},
    FrameworkSign{Framework::tensorflow,
                  "TensorFlow",
                  {KernelLibrary::tensorflow, kNoLibrary},
                  {"tensorflow::"},
                  {},
                  {"tensorflow-core"},
                  {}},
    FrameworkSign{Framework::tensorrt,
                  "TensorRT",
                  {KernelLibrary::tensorrt, kNoLibrary},
                  {"nvinfer1::"},
                  {"ExecutionContext::enqueue", "ExecutionContext::execute"},
                  {"TensorRT"},
                  {}},
    FrameworkSign{Framework::vllm, "vLLM", {KernelLibrary::vllm, kNoLibrary}, {"vllm::"}, {"vllm"}, {}, {}},
    FrameworkSign{Framework::xla,
                  "XLA",
                  {KernelLibrary::xla, KernelLibrary::jax},
                  {},
                  {"XlaModule", "XlaCompile"},
                  {},
                  {}}};

// An empty sign never matches.
template <class Signs, class Holds>
bool any_of(const Signs& signs, Holds holds) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return !sign.empty() && holds(sign); });
}

bool shows(const Profile& profile, const FrameworkSign& sign) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  for (const KernelName& name : profile.kernels().names.values) {
    const auto& library = families.facts_of(name.full).library;
    if (library.is_known() && library.value != kNoLibrary &&
        std::find(sign.libraries.begin(), sign.libraries.end(), library.value) != sign.libraries.end())
      return true;
    const std::string_view text = profile.text(name.full);
    if (any_of(sign.kernels, [&](std::string_view part) { return text.find(part) != text.npos; }))
      return true;
  }
  for (const std::string& label : profile.derived(build_template_labels).labels)
    if (any_of(sign.ranges, [&](std::string_view beginning) { return label.starts_with(beginning); }) ||
        any_of(sign.parts_of_ranges, [&](std::string_view part) { return label.find(part) != label.npos; }))
      return true;
  for (const std::string& domain : profile.derived(build_nvtx_domains).texts)
    if (any_of(sign.domains, [&](std::string_view name) { return domain == name; })) return true;
  return false;
}

}  // namespace

std::string_view name_of(Framework framework) {
  for (const FrameworkSign& sign : kFrameworkSigns)
    if (sign.framework == framework) return sign.name;
  return "";
}

std::span<const Framework> all_frameworks() {
  static const std::vector<Framework> all = [] {
    std::vector<Framework> frameworks;
    for (const FrameworkSign& sign : kFrameworkSigns) frameworks.push_back(sign.framework);
    return frameworks;
  }();
  return all;
}

Frameworks build_frameworks(const Profile& profile) {
  Frameworks frameworks;
  for (const FrameworkSign& sign : kFrameworkSigns)
    if (shows(profile, sign)) frameworks.found.push_back(sign.framework);
  return frameworks;
}

std::vector<std::string> names_of_frameworks(const Profile& profile) {
  std::vector<std::string> names;
  for (const Framework framework : profile.derived(build_frameworks).found)
    names.emplace_back(name_of(framework));
  return names;
}

}  // namespace nsys_ai

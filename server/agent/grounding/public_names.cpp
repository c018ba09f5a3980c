// Tables of prefixes.
#include "agent/grounding/public_names.h"

#include <algorithm>
#include <array>

#include "agent/grounding/text_spans.h"
#include "analysis/kernel_names/mangled.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

// Functions of these libraries continue with a capital or an underscore.
constexpr std::array<std::string_view, 17> kInterfaces = {
    "cu",       "cuda",       "cublas", "cublasLt", "cudnn", "cufft", "curand", "cusolver", "cusparse",
    "cutensor", "cusolverDn", "nccl",   "ncclComm", "nvtx",  "nvml",  "nvrtc",  "nvshmem"};
constexpr auto kWholeCalls = std::to_array<std::string_view>(
    {"accept4", "dup2", "dup3", "fopen64", "fstat64", "lseek64", "lstat64", "mmap64", "open64", "openat64",
     "pipe2", "pread64", "pwrite64", "stat64"});
constexpr std::array<std::string_view, 12> kSystemCalls = {"MPI_",     "PMPI_",      "epoll_", "io_",
                                                           "mq_",      "nvmlDevice", "poll_",  "posix_",
                                                           "pthread_", "sched_",     "sem_",   "timer_"};

constexpr std::array<std::string_view, 16> kMarkers = {"ProfilerStep#",
                                                       "Optimizer.step#",
                                                       "Optimizer.zero_grad#",
                                                       "aten::",
                                                       "autograd::engine::",
                                                       "c10::",
                                                       "c10d::",
                                                       "cub::",
                                                       "cudnn::",
                                                       "cutlass::",
                                                       "flash_attn::",
                                                       "nccl:",
                                                       "prim::",
                                                       "prims::",
                                                       "thrust::",
                                                       "torch::"};
constexpr std::array<std::string_view, 4> kWholeMarkers = {"FlashAttnFunc", "FlashAttnFuncBackward",
                                                           "record_param_comms", "cudnn_convolution"};

constexpr std::array<std::string_view, 14> kDomains = {
    "CCCL",   "CUDA",  "MPI",   "NCCL",     "NVTX",     "OpenACC", "TensorRT",
    "cuBLAS", "cuDNN", "cuFFT", "cuSOLVER", "cuSPARSE", "nvrtc",   "tensorflow-core"};

// The kernels of these libraries are user functions or named after them.
constexpr std::array kOfUsers = {KernelLibrary::none,   KernelLibrary::cupy,       KernelLibrary::cute_dsl,
                                 KernelLibrary::dace,   KernelLibrary::gcc_openmp, KernelLibrary::jax,
                                 KernelLibrary::julia,  KernelLibrary::kokkos,     KernelLibrary::llvm_openmp,
                                 KernelLibrary::numba,  KernelLibrary::nvhpc,      KernelLibrary::optix,
                                 KernelLibrary::raja,   KernelLibrary::taichi,     KernelLibrary::tilelang,
                                 KernelLibrary::triton, KernelLibrary::xla};

// Namespaces, and types outside of namespaces.
constexpr auto kPublicNames = std::to_array<std::string_view>({"Eigen",
                                                               "Flash_bwd_kernel_traits",
                                                               "Flash_bwd_params",
                                                               "Flash_fwd_kernel_traits",
                                                               "Flash_fwd_params",
                                                               "Flash_kernel_traits",
                                                               "__half",
                                                               "__nv_bfloat16",
                                                               "at",
                                                               "c10",
                                                               "caffe2",
                                                               "cub",
                                                               "cuda",
                                                               "cudnn",
                                                               "cutlass",
                                                               "cute",
                                                               "flash",
                                                               "marlin",
                                                               "nccl",
                                                               "nvinfer1",
                                                               "nvfuser",
                                                               "pytorch_flash",
                                                               "std",
                                                               "tensorflow",
                                                               "thrust",
                                                               "torch",
                                                               "transformer_engine",
                                                               "vllm"});
// Words of C++ and of compilers' notation.
constexpr auto kLanguage = std::to_array<std::string_view>(
    {"T1",        "T2",       "T3",     "T4",       "T5",       "T6",     "T7",    "T8",        "T9",
     "anonymous", "array",    "auto",   "bool",     "char",     "class",  "const", "decltype",  "double",
     "enum",      "false",    "float",  "instance", "int",      "lambda", "long",  "namespace", "nullptr",
     "operator",  "short",    "signed", "size_t",   "static",   "struct", "true",  "type",      "typename",
     "unnamed",   "unsigned", "void",   "volatile", "instance1"});

template <class List, class Word>
bool lists(const List& list, const Word& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_identifier(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_word);
}

size_t behind_identifier(std::string_view name, size_t at) {
  while (at < name.size() && is_word(name[at])) ++at;
  return at;
}

}  // namespace

bool is_public_call(std::string_view name) {
  if (!is_identifier(name)) return false;
  if (lists(kWholeCalls, name)) return true;
  for (const std::string_view interface : kInterfaces)
    if (name.size() > interface.size() && name.starts_with(interface)) {
      const char next = name[interface.size()];
      if ((next >= 'A' && next <= 'Z') || next == '_') return true;
    }
  return std::any_of(kSystemCalls.begin(), kSystemCalls.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool is_public_label(std::string_view given) {
  const std::string label = without_operator_ids(given);
  // A marker is a single name; other characters would mean a longer text.
  constexpr std::string_view kInMarkers = ":.#_<>, ";
  const bool plain = label.size() <= 120 && std::all_of(label.begin(), label.end(), [&](char c) {
                       return is_word(c) || kInMarkers.find(c) != kInMarkers.npos;
                     });
  if (!plain) return false;
  if (is_public_call(label) || lists(kWholeMarkers, label)) return true;
  // The rest is a name; for autograd, a function's name after a colon.
  return std::any_of(kMarkers.begin(), kMarkers.end(), [&](std::string_view beginning) {
    if (!label.starts_with(beginning)) return false;
    const std::string_view rest = std::string_view(label).substr(beginning.size());
    return rest.find(' ') == rest.npos || beginning == "autograd::engine::";
  });
}

bool is_language_word(std::string_view word) { return lists(kLanguage, word); }

bool is_public_domain(std::string_view name) { return lists(kDomains, name); }

bool is_public_kernel(const KernelFacts& facts, std::string_view name) {
  if (facts.library.is_known()) return !lists(kOfUsers, facts.library.value);
  // sm80_xmma_...: only cuBLAS, cuDNN and TensorRT use it.
  const size_t digits = name.starts_with("sm") ? name.find_first_not_of("0123456789", 2) : name.npos;
  return digits != name.npos && digits > 2 && name.substr(digits).starts_with("_xmma_");
}

void each_public_word(std::string_view given, const std::function<void(std::string_view)>& word) {
  std::string buffer;
  std::string_view name = given;
  if (name.starts_with("_Z")) {
    const Demangled demangled = demangle(name, buffer);
    if (demangled.whole) word(given);
    name = demangled.text;
  }
  int depth = 0;
  for (size_t at = 0; at < name.size();) {
    if (!is_word(name[at])) {
      depth += name[at] == '<' || name[at] == '(' ? 1 : name[at] == '>' || name[at] == ')' ? -1 : 0;
      ++at;
      continue;
    }
    // A chain of names: the kernel's own name is outside of brackets.
    const size_t first = behind_identifier(name, at);
    const std::string_view head = name.substr(at, first - at);
    const bool is_public = depth == 0 || lists(kPublicNames, head) || head.starts_with("cutlass_");
    size_t end = first;
    if (is_public) word(head);
    while (end < name.size()) {
      size_t next = end;
      // The text between two names of a chain.
      for (const std::string_view joint : {"::(anonymous namespace)::", "::<unnamed>::", "::"})
        if (name.substr(end).starts_with(joint)) {
          next = end + joint.size();
          break;
        }
      if (next == end || next >= name.size() || !is_word(name[next])) break;
      end = behind_identifier(name, next);
      if (is_public) word(name.substr(next, end - next));
    }
    at = end;
  }
}

}  // namespace nsys_ai

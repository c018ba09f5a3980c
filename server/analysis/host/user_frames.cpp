// Lists of library names; every other name is user code.
#include "analysis/host/user_frames.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "analysis/host/source_labels.h"
#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

// Prefixes of file names. Bracketed names are the operating system, or modules that could not be named.
constexpr std::string_view kLibraryModules[] = {
    "[",
    "ld-",
    "ld.so",
    "libToolsInjection",
    "libaccinj",
    "libaten",
    "libc++",
    "libc-",
    "libc.",
    "libc10",
    "libcaffe2",
    "libcublas",
    "libcuda.",
    "libcudadebugger",
    "libcudart",
    "libcudnn",
    "libcufft",
    "libcuinj",
    "libcupti",
    "libcupy",
    "libcurand",
    "libcusolver",
    "libcusparse",
    "libcutensor",
    "libdl-",
    "libdl.",
    "libfabric",
    "libffi",
    "libgcc_s",
    "libglib",
    "libgomp",
    "libibverbs",
    "libiomp",
    "libjulia",
    "libm-",
    "libm.",
    "libmlx",
    "libmpi",
    "libnccl",
    "libnvToolsExt",
    "libnvJitLink",
    "libnvidia",
    "libnvinfer",
    "libnvjpeg",
    "libnvrtc",
    "libnvshmem",
    "libomp",
    "libopen-",
    "libopenblas",
    "libpthread",
    "libpython",
    "librt-",
    "librt.",
    "libstdc++",
    "libtbb",
    "libtensorflow",
    "libtorch",
    "libtriton",
    "libuc",
    "libuv",
    "libxla",
    "linux-vdso",
    "python",
    "xla_extension",
};

// Prefixes of symbols.
constexpr std::string_view kLibraryFunctions[] = {
    "PyEval_",
    "PyObject_",
    "PyRun_",
    "PyVectorcall",
    "Py_",
    "_PyEval",
    "_PyFunction",
    "_PyObject",
    "_Py_",
    "__clone",
    "__cudaLaunch",
    "__cudaPopCall",
    "__cudaPushCall",
    "__device_stub__",
    "__gnu_cxx::",
    "__libc_",
    "__pthread_",
    "_dl_",
    "_start",
    "at::",
    "c10::",
    "cub::",
    "cudart::",
    "pybind11::",
    "start_thread",
    "std::",
    "thrust::",
    "torch::",
};

// Limits the cost of an untrusted chain; real symbols and chains are shorter.
constexpr size_t kLongestSymbol = 4096;
constexpr size_t kMaxFrames = 1024;

template <class List>
bool starts_with_any(std::string_view text, const List& list) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view of) { return text.starts_with(of); });
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// `cudaLaunchKernel`, `cuLaunchKernelEx`.
bool is_cuda_call(std::string_view name) {
  if (name.starts_with("cuda")) return name.size() > 4 && is_upper(name[4]);
  return name.starts_with("cu") && name.size() > 2 && is_upper(name[2]);
}

std::string_view name_of_file(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

bool is_library_module(std::string_view module) {
  return module.empty() || starts_with_any(name_of_file(module), kLibraryModules);
}

bool is_library_function(std::string_view symbol) {
  if (starts_with_any(symbol, kLibraryFunctions) || is_cuda_call(symbol)) return true;
  // Template instances include their return type: `cudaError cudaLaunchKernel<char>(char const*, ...)`.
  const std::string name = qualified_name(symbol);
  return starts_with_any(std::string_view(name), kLibraryFunctions) || is_cuda_call(name);
}

bool is_library_source(std::string_view file) {
  return file.find("site-packages/") != std::string_view::npos ||
         file.find("dist-packages/") != std::string_view::npos ||
         file.find("lib/python") != std::string_view::npos || file.starts_with("torch/") ||
         file.starts_with("<");
}

std::optional<UserFrame> user_frame(const CallChains& chains, CallChains::Frames frames,
                                    std::string_view kernel) {
  const std::string stub = kernel.empty() ? std::string() : qualified_name(kernel.substr(0, kLongestSymbol));
  std::optional<UserFrame> of_package;
  std::optional<UserFrame> of_stub;
  for (size_t at = frames.begin; at < std::min(frames.end, frames.begin + kMaxFrames); ++at) {
    const std::string_view symbol = chains.text(chains.symbol[at]).substr(0, kLongestSymbol);
    const std::string_view module = chains.text(chains.module[at]);
    if (symbol.empty() || chains.unresolved[at] == 1 || symbol.starts_with("0x")) continue;
    if (const auto place = source_of_frame(symbol, module)) {
      if (!is_library_source(place->file)) return UserFrame{at, false};
      if (!of_package) of_package = UserFrame{at, true};
      continue;
    }
    if (is_library_module(module) || is_library_function(symbol)) continue;
    if (stub.empty() || qualified_name(symbol) != stub) return UserFrame{at, false};
    if (!of_stub) of_stub = UserFrame{at, false};
  }
  return of_stub ? of_stub : of_package;
}

}  // namespace nsys_ai

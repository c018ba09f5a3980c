// Finds the frame of a call chain that is user code instead of a library's. No other code of the program
// lists libraries.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "profile/families/family_samples.h"

namespace nsys_ai {

// Whether the module belongs to the driver, the CUDA and C libraries, frameworks, interpreters or the
// profiler, judged by its file name without the folder. A module without a name, for example `[Unknown]`,
// counts as a library, since it cannot be identified as user code.
bool is_library_module(std::string_view module);
// Whether the function belongs to the CUDA interface, a runtime or an interpreter, whichever module it was
// linked into.
bool is_library_function(std::string_view symbol);
// Whether the source file came with an interpreter or a package: `.../site-packages/torch/nn/...`.
bool is_library_source(std::string_view file);

// The innermost named frame outside libraries; Python frames of packages are used only where there is no
// other. `kernel` is the launched kernel: the compiler generates a stub of that name which launches it, and
// the wanted frame is the stub's caller.
struct UserFrame {
  size_t at = 0;            // position in the chains
  bool is_package = false;  // the file came with a package
};
std::optional<UserFrame> user_frame(const CallChains& chains, CallChains::Frames frames,
                                    std::string_view kernel = {});

}  // namespace nsys_ai

// Which frame of a call chain is user code, and not a library's. The only such list of the program.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "profile/families/family_samples.h"

namespace nsys_ai {

// Of the driver, the CUDA and C libraries, frameworks, interpreters and the profiler: by the file's name,
// whatever folder it lies in. What has no name, such as `[Unknown]`, is nobody's.
bool is_library_module(std::string_view module);
// Of the CUDA interface, of a runtime or of an interpreter, wherever it was linked to.
bool is_library_function(std::string_view symbol);
// Of a file of source code that came with an interpreter or a package: `.../site-packages/torch/nn/...`.
bool is_library_source(std::string_view file);

// The innermost frame with a name that is no library's; frames of Python in packages only where there is no
// other. `kernel` is the kernel that was launched: the stub that the compiler makes of its name launches it,
// and who calls the stub is asked for.
struct UserFrame {
  size_t at = 0;            // in the chains
  bool is_package = false;  // the file came with a package
};
std::optional<UserFrame> user_frame(const CallChains& chains, CallChains::Frames frames,
                                    std::string_view kernel = {});

}  // namespace nsys_ai

// Names that are public, because a library, a framework or CUDA gives them to every program.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/kernel_names/kernel_name.h"

namespace nsys_ai {

// A call of CUDA, its libraries, MPI or the C library: cudaMalloc, ncclAllReduce, pthread_cond_wait.
bool is_public_call(std::string_view name);

// A marker of a framework or a library: aten::mul, ProfilerStep#12, with or without what is appended to tell
// instances apart.
bool is_public_label(std::string_view label);
// The name of an NVTX domain that a library registers.
bool is_public_domain(std::string_view name);

// A word of C++ or of how compilers write it: unsigned, lambda, T1.
bool is_language_word(std::string_view word);

// Whether the kernel is a library's own, also where its name does not tell of which of those that share a way
// of naming. Those that compilers make of a user's functions, such as Triton's, are not, whoever made the
// compiler.
bool is_public_kernel(const KernelFacts& facts, std::string_view name);
// Calls back for each word of a library's kernel's name that is the library's: its own name, and what stands
// in namespaces of libraries. Types and functions of users, which are arguments of its templates, are not.
void each_public_word(std::string_view name, const std::function<void(std::string_view)>& word);

}  // namespace nsys_ai

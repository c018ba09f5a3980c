// Recognizes public names: those that a library, a framework or CUDA gives to every program.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/kernel_names/kernel_name.h"

namespace nsys_ai {

// A call of CUDA, its libraries, MPI or the C library: cudaMalloc, ncclAllReduce, pthread_cond_wait.
bool is_public_call(std::string_view name);

// A marker of a framework or a library: aten::mul, ProfilerStep#12, with or without the suffix that
// distinguishes instances.
bool is_public_label(std::string_view label);
// The name of an NVTX domain that a library registers.
bool is_public_domain(std::string_view name);

// A word of C++ or of compilers' notation: unsigned, lambda, T1.
bool is_language_word(std::string_view word);

// Whether the kernel belongs to a library, even if its name fits several libraries with one naming scheme.
// Kernels that compilers, for example Triton's, generate from a user's functions do not.
bool is_public_kernel(const KernelFacts& facts, std::string_view name);
// Calls back for each public word in the name of a library's kernel: its own name, and names in the library's
// namespaces. Types and functions of users, which are template arguments, are not public.
void each_public_word(std::string_view name, const std::function<void(std::string_view)>& word);

}  // namespace nsys_ai

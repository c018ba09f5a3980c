// What a kernel's name says: its base name and its family. The only classifier of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::inline analysis {

// In the order in which they are tried; the first that matches wins.
enum class KernelFamily {
  communication,
  attention,
  grouped_gemm,
  gemm,
  convolution,
  normalisation,
  softmax,
  rotary,
  activation,
  sampling,
  quantisation,
  reduction,
  elementwise,
  embedding,
  optimizer,
  triton,
  other
};
std::string_view name_of(KernelFamily family);
// One sentence about what kernels of this family do.
std::string_view meaning_of(KernelFamily family);

// `void at::native::reduce_kernel<512, 1>(float*)` has the qualified name `at::native::reduce_kernel`
// and the base name `reduce_kernel`.
std::string qualified_name(std::string_view demangled);
std::string base_name(std::string_view demangled);

// The name as people tell kernels apart: without return type, parameters, casts, lambdas and the namespaces
// that most kernels share. Two kernels may have one display name.
std::string display_name(std::string_view demangled);

// By the qualified name; template arguments decide nothing but between plain and grouped gemm.
KernelFamily family_of(std::string_view demangled);

// Families of all names that kernels have, by NameId. Build with `profile.derived(build_kernel_families)`.
struct KernelFamilies {
  std::vector<KernelFamily> of_name;
  KernelFamily of(NameId name) const { return of_name[name]; }
};
KernelFamilies build_kernel_families(const Profile& profile);

}  // namespace nsys_ai::inline analysis

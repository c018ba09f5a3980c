// Converts kernel names to readable forms, and stores the facts that the names of a profile state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/kernel_names/kernel_name.h"
#include "profile/profile.h"

namespace nsys_ai {

// `void at::native::reduce_kernel<512, 1>(float*)` has the qualified name `at::native::reduce_kernel`
// and the base name `reduce_kernel`.
std::string qualified_name(std::string_view demangled);
std::string base_name(std::string_view demangled);

// The name with enough detail to distinguish kernels: without return type, parameters, casts, lambdas and the
// namespaces that most kernels share. Two kernels can have the same display name.
std::string display_name(std::string_view demangled);

// The short name without template arguments. A wrapper template that many kernels of a library share, for
// example `Kernel2` or `elementwise_kernel`, keeps the first type argument.
std::string short_display_name(std::string_view demangled);

// The facts that kernel names state, by NameId. Build with `profile.derived(build_kernel_families)`.
struct KernelFamilies {
  std::vector<KernelFacts> facts;  // distinct; the first is for names that state nothing
  // The input format for each of `facts`; empty where the name does not say.
  std::vector<std::string> formats;
  std::vector<uint32_t> of_name;  // index in `facts`, by NameId
  const KernelFacts& facts_of(NameId name) const { return facts[of_name[name]]; }
  KernelFamily of(NameId name) const { return facts_of(name).family.value; }
  // Empty where the name does not say.
  std::string_view library_of(NameId name) const;
  std::string_view format_of(NameId name) const { return formats[of_name[name]]; }
};
KernelFamilies build_kernel_families(const Profile& profile);

}  // namespace nsys_ai

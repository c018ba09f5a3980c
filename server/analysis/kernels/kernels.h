// Names of kernels as people read them, and what the names of a profile say.
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

// The name as people tell kernels apart: without return type, parameters, casts, lambdas and the namespaces
// that most kernels share. Two kernels may have one display name.
std::string display_name(std::string_view demangled);

// The name as people say it: without template arguments. A shell that many libraries' kernels have in common,
// such as `Kernel2` or `elementwise_kernel`, keeps the first type that it is made for.
std::string spoken_name(std::string_view demangled);

// What the names that kernels have say, by NameId. Build with `profile.derived(build_kernel_families)`.
struct KernelFamilies {
  std::vector<KernelFacts> facts;    // the first is of a name that tells nothing
  std::vector<std::string> formats;  // of each, of what goes in; empty where the name does not tell
  std::vector<uint32_t> of_name;     // which of them, by NameId
  const KernelFacts& facts_of(NameId name) const { return facts[of_name[name]]; }
  KernelFamily of(NameId name) const { return facts_of(name).family.value; }
  // Empty where the name does not tell.
  std::string_view library_of(NameId name) const;
  std::string_view format_of(NameId name) const { return formats[of_name[name]]; }
};
KernelFamilies build_kernel_families(const Profile& profile);

}  // namespace nsys_ai

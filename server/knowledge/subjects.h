// What a run is about, as far as the capture tells: frameworks, libraries of kernels, generations of GPUs;
// and the knowledge pages about it.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/library.h"
#include "profile/profile.h"

namespace nsys_ai {

// Names of frameworks (analysis/frameworks.h) and of libraries of kernels (analysis/kernel_names), and
// `CUDA graphs`, `Hopper` and `Blackwell`. Build with `profile.derived(build_subjects)`.
struct Subjects {
  std::vector<std::string_view> found;  // sorted
};
Subjects build_subjects(const Profile& profile);
// Whether a run could be about it.
bool is_subject(std::string_view name);

// By key. Those about the run that say how this cause comes about there; those about the library that a
// kernel is of.
std::vector<const KnowledgePage*> pages_of_cause(const Profile& profile, std::string_view cause);
std::vector<const KnowledgePage*> pages_of_kernel(const Profile& profile, NameId name);

}  // namespace nsys_ai

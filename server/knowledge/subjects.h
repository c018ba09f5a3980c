// The subjects of a run, as far as the capture shows them: frameworks, kernel libraries, GPU generations; and
// the knowledge pages about them.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/library.h"
#include "profile/profile.h"

namespace nsys_ai {

// Names of frameworks (analysis/frameworks.h) and of kernel libraries (analysis/kernel_names), and `CUDA
// graphs`, `Hopper` and `Blackwell`. Build with `profile.derived(build_subjects)`.
struct Subjects {
  std::vector<std::string_view> found;  // sorted
};
Subjects build_subjects(const Profile& profile);
// Whether a run can have this subject.
bool is_subject(std::string_view name);

// Pages sorted by key: those about the run that say how this cause arises there, and those about the library
// of a kernel.
std::vector<const KnowledgePage*> pages_of_cause(const Profile& profile, std::string_view cause);
std::vector<const KnowledgePage*> pages_of_kernel(const Profile& profile, NameId name);

}  // namespace nsys_ai

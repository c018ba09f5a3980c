// Which framework a program is written with, as far as its kernels and ranges tell.
#pragma once

#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::inline analysis {

enum class Framework { pytorch };
std::string_view name_of(Framework framework);

// Those that the capture shows at work: by the namespaces of kernels, else by the labels of ranges. Empty for
// programs of their own. Build with `profile.derived(build_frameworks)`.
struct Frameworks {
  std::vector<Framework> found;
};
Frameworks build_frameworks(const Profile& profile);

}  // namespace nsys_ai::inline analysis

// The launch of each kernel name that a process made first, in which its code may be loaded.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

struct FirstLaunch {
  ProcessIx process;
  uint32_t name;  // code of Kernels::names
  uint32_t call;
};

// By process and name; where none was recorded there is none. Build with
// `profile.derived(build_first_launches)`.
struct FirstLaunches {
  std::vector<FirstLaunch> all;
};
FirstLaunches build_first_launches(const Profile& profile);

}  // namespace nsys_ai

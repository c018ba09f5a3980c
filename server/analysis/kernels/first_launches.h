// Finds each process's first launch of each kernel name, which may load the kernel's code.
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

// Sorted by process and name; kernels without a recorded launch have no entry. Build with
// `profile.derived(build_first_launches)`.
struct FirstLaunches {
  std::vector<FirstLaunch> all;
};
FirstLaunches build_first_launches(const Profile& profile);

}  // namespace nsys_ai

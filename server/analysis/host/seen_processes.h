// Every process that an event of the capture names, also one that no CUDA call and no range shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai::inline analysis {

struct SeenProcess {
  int64_t pid = 0;
  std::string name;  // empty where the file does not say
};

// Of GPU operations, CUDA calls and ranges, then those that only calls of the operating system show, by pid.
// Not of scheduling, which was recorded of the whole machine. What names no process counts as none.
Result<std::vector<SeenProcess>> seen_processes(const Profile& profile, const Work& work);

}  // namespace nsys_ai::inline analysis

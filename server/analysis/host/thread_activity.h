// What each thread of a process was in during a stretch of time: calls of CUDA and of the operating system.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct ThreadActivity {
  // The union of its calls, and the one name that takes most of it. All in ns, clipped to the time.
  struct Calls {
    int64_t time = 0;
    std::string_view name;  // of the profile; empty where there are no calls
    int64_t of_name = 0;    // a union too
  };
  int64_t tid = 0;
  std::string name;       // empty where the file does not say
  bool launches = false;  // whether it makes any CUDA call in the capture
  Calls cuda;
  Calls system;        // calls of the operating system
  uint32_t range = 0;  // the innermost NVTX range around all of the time; NvtxForest::kNoRange where none
};

// Those that were in any call or range then, by time in calls, the longest first, then by thread. Calls of
// the operating system are missing where the capture did not trace them.
Result<std::vector<ThreadActivity>> thread_activities(const Profile& profile, ProcessIx process,
                                                      Interval time, const Work& work);

}  // namespace nsys_ai

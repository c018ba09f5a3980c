// Shows which calls of CUDA, of libraries and of the operating system each thread of a process was in during
// an interval.
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
  // The union of the thread's calls, and the name that takes the most of it. In ns, clipped to the interval.
  struct Calls {
    int64_t time = 0;
    std::string_view name;  // points into the profile; empty where there are no calls
    int64_t of_name = 0;    // time in calls of that name, a union
  };
  int64_t tid = 0;
  std::string name;       // empty where the file does not say
  bool launches = false;  // the thread makes CUDA calls in the capture
  Calls cuda;
  Calls program;  // of MPI, OpenACC and the like, and functions that CUDA called in the order of a stream
  Calls system;   // calls of the operating system
  // The innermost NVTX range around the interval; NvtxForest::kNoRange where there is none.
  uint32_t range = 0;
};

// Threads that were in any call or range during the interval, by time in calls in descending order, then by
// thread. Calls of the operating system are missing where the capture did not trace them.
Result<std::vector<ThreadActivity>> thread_activities(const Profile& profile, ProcessIx process,
                                                      Interval time, const Work& work);

}  // namespace nsys_ai

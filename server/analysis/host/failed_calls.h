// Finds CUDA calls that returned an error, and since when nothing succeeds any more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "profile/profile.h"

namespace nsys_ai {

// The failed calls of a process with one name and one code.
struct FailedCalls {
  ProcessIx process;
  std::string_view name;  // without suffixes of versions; points into the profile
  int64_t code = 0;
  int64_t failed = 0;
  int64_t calls = 0;   // all calls of the process with that name
  uint32_t first = 0;  // the first that failed
  int64_t last_start = 0;
  bool is_work = false;  // a launch, a copy, a memset or a wait, whose failure means that work is missing
};

// In order of the first failure. An answer that says "not ready" is no error, and what asks for the last error
// returns that of another call.
std::vector<FailedCalls> failed_calls(const Profile& profile, const Scope& scope);

// By process: the start of the first failed launch, copy, memset or wait behind which no such call succeeds;
// INT64_MAX where there is none.
struct BrokenSince {
  std::vector<int64_t> of_process;
};
BrokenSince build_broken_since(const Profile& profile);

// CUDA's name of an error, such as cudaErrorIllegalAddress; empty for an unknown code. As in driver_types.h,
// whose codes runtime and driver share since CUDA 10.1.
std::string_view error_name(int64_t code);
// What it means, in a few words; empty for an unknown code.
std::string_view error_meaning(int64_t code);

}  // namespace nsys_ai

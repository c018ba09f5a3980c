// What a program does once, and what that looks like on the host: libraries start, code is loaded and
// compiled, communicators are set up and taken down.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Calls as rows of `Profile::calls()`, ascending. Build with `profile.derived(build_first_time_calls)`.
struct FirstTimeCalls {
  // In which a runtime creates its context or a library its own: the first call of a process that takes long,
  // the first that takes long behind a `cuInit`, and before the work is under way the first of its name that
  // takes very long.
  std::vector<uint32_t> library_starts;
  // The first launch of each kernel name in its process, where it takes longer than a launch can: it loads
  // code.
  std::vector<uint32_t> loading_launches;
  // By process: whether the capture saw it start, as those calls, or loading of code before all GPU work,
  // say.
  std::vector<bool> starts_here;

  bool starts_library(uint32_t call) const;
  bool loads_at_launch(uint32_t call) const;
};
FirstTimeCalls build_first_time_calls(const Profile& profile);

// What the label of an NVTX range says the thread does in it.
enum class RangeMeaning : uint8_t {
  nothing,
  connects,     // sets up communication: `ncclCommInitRank`, `MPI_Init`
  disconnects,  // takes it down
  compiles,     // compiles code or tunes it: `Nvrtc::CompileProgram`, `autotune`
  collects      // collects garbage
};
RangeMeaning range_meaning(std::string_view label);

// Of each text of ranges, by TemplateId. Build with `profile.derived(build_range_meanings)`.
struct RangeMeanings {
  std::vector<RangeMeaning> of_template;
  bool any = false;
};
RangeMeanings build_range_meanings(const Profile& profile);

}  // namespace nsys_ai

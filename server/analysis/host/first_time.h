// Finds work on the host that a program does once: libraries start, code is loaded and compiled, and
// communicators are set up and torn down.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Calls as rows of `Profile::calls()`, ascending. Build with `profile.derived(build_first_time_calls)`.
struct FirstTimeCalls {
  // Calls in which a runtime creates its context or a library its own: the first long call of a process, the
  // first long call after a `cuInit`, and, before the program's main work begins, the first call of each name
  // that takes very long.
  std::vector<uint32_t> library_starts;
  // The first launch of each kernel name in its process, where it takes so long that it must have loaded
  // code.
  std::vector<uint32_t> loading_launches;
  // Indexed by process: whether the capture includes its start, which the calls above or code loading before
  // all GPU work show.
  std::vector<bool> starts_here;
  // The same, by calls that initialise CUDA or start a library; code loading alone may come late in a run.
  std::vector<bool> starts_cuda_here;

  bool starts_library(uint32_t call) const;
  bool loads_at_launch(uint32_t call) const;
};
FirstTimeCalls build_first_time_calls(const Profile& profile);

// What the thread does in an NVTX range, according to its label.
enum class RangeMeaning : uint8_t {
  nothing,
  connects,     // sets up communication: `ncclCommInitRank`, `MPI_Init`
  disconnects,  // tears communication down
  compiles,     // compiles or tunes code: `Nvrtc::CompileProgram`, `autotune`
  collects      // collects garbage
};
RangeMeaning range_meaning(std::string_view label);

// The meaning of each range text, by TemplateId. Build with `profile.derived(build_range_meanings)`.
struct RangeMeanings {
  std::vector<RangeMeaning> of_template;
  bool any = false;
};
RangeMeanings build_range_meanings(const Profile& profile);

}  // namespace nsys_ai

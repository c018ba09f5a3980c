// What the length of a run hangs on: the chain of calls and operations in which each begins when the one
// before has ended, and how much shorter it would be without one class of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

enum class PathClass : uint8_t {
  host,    // between CUDA calls: the program's own work
  launch,  // from the launch call to the operation, where it had to wait for nothing else
  call,    // CUDA calls that do not block
  sync,    // blocking calls: what they take after the GPU was done, or all where nothing was waited for
  compute,
  communication,
  copy,
  memset,
  graph,   // CUDA graphs that were recorded as a whole
  queue,   // from the end of what an operation waited for to its start
  unknown  // before operations whose launch was not recorded
};
constexpr size_t kPathClasses = 11;
std::string_view name_of(PathClass of);

struct CriticalPath {
  ProcessIx process;
  int64_t total = 0;                            // ns, from the beginning to the last end
  std::array<int64_t, kPathClasses> on_path{};  // sums to `total`
  std::array<int64_t, kPathClasses> without{};  // the longest path when the class takes no time
};

// The moments of a process are the starts and ends of its calls and operations. What they wait for is: for a
// call, the end of the call before it on its thread; for the end of a call, its start, and where it blocks
// the last operation that ended inside it and was launched before it; for an operation, its launch call, the
// operation before it on its stream, and where the thread made the stream wait for an event since, the last
// operation that ended meanwhile on another stream of the process; for the end of an operation, its start.
// What is met last has what passes until the moment as its length, the others have none: so the longest path
// to a moment is the time that really passed.
//
// One element a process of the scope that did anything, by pid; none where it was cancelled. Takes room for
// two numbers a call, and for what is queued.
std::vector<CriticalPath> critical_paths(const Profile& profile, const Scope& scope, const Work& work = {});

}  // namespace nsys_ai

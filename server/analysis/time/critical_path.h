// Computes the critical path of a run, the chain of calls and operations in which each begins when the
// previous one has ended, and how much shorter the run would be without one class of them.
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
  launch,  // from the launch call to the operation, if it waited for nothing else
  call,    // CUDA calls that do not block
  sync,    // blocking calls: their time after the GPU finished, or all of it if nothing was waited for
  compute,
  communication,
  copy,
  memset,
  graph,   // CUDA graphs recorded as one operation
  queue,   // from the end of an operation's dependency to its start
  unknown  // before operations whose launch was not recorded
};
constexpr size_t kPathClasses = 11;
std::string_view name_of(PathClass of);

struct CriticalPath {
  ProcessIx process;
  int64_t total = 0;                            // ns, from the first start to the last end
  std::array<int64_t, kPathClasses> on_path{};  // adds up to `total`
  std::array<int64_t, kPathClasses> without{};  // length of the longest path when the class takes no time
};

// The nodes of a process's graph are the starts and ends of its calls and operations, with these
// dependencies:
// - the start of a call depends on the end of the previous call on its thread;
// - the end of a call depends on its start and, if it blocks, on the last operation that ended inside it and
// was launched before it;
// - the start of an operation depends on its launch call, on the previous operation on its stream and, if the
// thread has made the stream wait for an event since, on the last operation that ended meanwhile on another
// stream of the process;
// - the end of an operation depends on its start.
//
// The edge from the latest dependency has the time since then as its length and the others have none, so the
// longest path to a node equals the time that really passed.
//
// One element per process of the scope with any activity, by pid; empty where it was cancelled. Memory use is
// two numbers per call, and the queued operations.
std::vector<CriticalPath> critical_paths(const Profile& profile, const Scope& scope, const Work& work = {});

}  // namespace nsys_ai

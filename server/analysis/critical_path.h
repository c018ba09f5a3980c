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

// Starts and ends of the calls and operations of one process. Node 0 is the beginning; the others stand by
// time, so that every edge leads to a later node.
struct PathGraph {
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    int64_t weight = 0;
    PathClass of = PathClass::host;
  };
  std::vector<int64_t> time;  // by node, on the capture's clock
  std::vector<Edge> edges;    // by `to`
};
// The dependencies of a node are: for a call, the end of the call before it on its thread; for the end of a
// call, its start, and where it blocks the last operation that ended inside it and was launched before it;
// for an operation, its launch call, the operation before it on its stream, and where the thread made the
// stream wait for an event since, the last operation that ended meanwhile on another stream of the process;
// for the end of an operation, its start. The dependency that is met last has what passes until the node as
// its weight, the others have none: so the longest path to a node is the time that really passed.
// Has no edges where it was cancelled.
PathGraph path_graph(const Profile& profile, const Scope& scope, ProcessIx process,
                     const CancelToken& cancel = {});

struct CriticalPath {
  ProcessIx process;
  int64_t total = 0;                            // ns, from the beginning to the last end
  std::array<int64_t, kPathClasses> on_path{};  // sums to `total`
  std::array<int64_t, kPathClasses> without{};  // the longest path when the class takes no time
};
CriticalPath longest_path(const PathGraph& graph, ProcessIx process);
// One element a process of the scope that did anything, by pid.
// Of a large capture it takes seconds, and a gigabyte for each ten million calls and operations.
std::vector<CriticalPath> critical_paths(const Profile& profile, const Scope& scope, const Work& work = {});

}  // namespace nsys_ai

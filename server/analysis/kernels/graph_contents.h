// What runs inside CUDA graphs that were recorded whole, as another capture of the same program recorded it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Where a graph was launched.
struct GraphPlace {
  std::string range;   // the innermost NVTX range around the launch; empty for none
  std::string before;  // the kernel outside graphs that started last before it on its GPU; empty for none
  std::string after;   // the one that started next

  bool is_empty() const { return range.empty() && before.empty() && after.empty(); }
  friend auto operator<=>(const GraphPlace&, const GraphPlace&) = default;
};
using GraphPlaces = std::map<GraphPlace, int64_t>;  // how many launches each has

struct WholeGraph {
  DeviceIx device;
  int64_t id = 0;
  int64_t launches = 0;
  Sum total{};  // ns
  GraphPlaces places;
};

struct ContentKernel {
  NameId name;  // in the other capture
  int64_t runs = 0;
  Sum total{};
};
// Launches of the other capture that ran the same kernels.
struct GraphContent {
  int64_t launches = 0;
  Sum total{};                         // of kernels
  std::vector<ContentKernel> kernels;  // the longest in total first
  GraphPlaces places;
};

// Either a content or the reason for none.
struct ExplainedGraph {
  WholeGraph graph;
  std::vector<GraphContent> content;  // none or one
  std::string why;                    // what it was recognised by, or why not
};

// Each graph that `profile` recorded whole, the longest in total first. Where `other` has graphs by node, a
// graph is the one whose launches are at the same places (of ranges, and of kernels before and behind) for at
// least half of them, and clearly more so than any other; where it has no graphs, what lies between the same
// two kernels.
std::vector<ExplainedGraph> explain_graphs(const Profile& profile, const Profile& other);

}  // namespace nsys_ai

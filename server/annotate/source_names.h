// The names of a profile as sources write them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "annotate/label_functions.h"
#include "profile/profile.h"

namespace nsys_ai {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class T>
using ByName = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

// Build with `profile.derived(build_source_names)`.
struct SourceNames {
  struct Kernel {
    uint32_t place = 0;             // in WholeKernelStats::by_total
    std::vector<std::string> path;  // as it is qualified
  };
  struct Function {
    uint32_t label = 0;  // its place in NvtxLabels
    LabelFunction function;
  };
  ByName<std::vector<Kernel>> kernels;      // by the name alone; each list by time, the largest first
  ByName<std::vector<Function>> functions;  // by the last part, in the order of the labels
  std::vector<uint32_t> labels;             // by text
};
SourceNames build_source_names(const Profile& profile);

// The name that a source gives a kernel, of the one in the profile: compilers of Python append what they
// specialised it for.
std::string_view source_name(std::string_view base_name);

}  // namespace nsys_ai

// The names in a profile, as sources write them.
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
    uint32_t place = 0;             // index in CaptureKernelStats::by_total
    std::vector<std::string> path;  // the qualified name
  };
  struct Function {
    uint32_t label = 0;  // index in NvtxLabels
    LabelFunction function;
  };
  ByName<std::vector<Kernel>> kernels;      // by the unqualified name; each list by time, longest first
  ByName<std::vector<Function>> functions;  // by the last part, in the order of the labels
  std::vector<uint32_t> labels;             // by text
};
SourceNames build_source_names(const Profile& profile);

// The name that the source gives to a kernel of the profile: Python compilers append the specialisation.
std::string_view source_name(std::string_view base_name);

}  // namespace nsys_ai

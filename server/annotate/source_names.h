// Which kernels and NVTX labels of a profile a word of the source names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "annotate/source_word.h"
#include "profile/profile.h"

namespace nsys_ai {

// Kernels by base name. Build with `profile.derived(build_source_names)`.
struct SourceNames {
  std::unordered_map<std::string, std::vector<NameId>> kernels;
};
SourceNames build_source_names(const Profile& profile);

struct SourceMatch {
  std::vector<NameId> kernels;    // all that were compiled from this name, by time, the largest first
  std::optional<uint32_t> label;  // its place in NvtxLabels
  bool empty() const { return kernels.empty() && !label; }
};

// An identifier names kernels, and a label where it defines a function; a text names a label or a kernel.
SourceMatch match_source(const Profile& profile, const SourceWord& word);

}  // namespace nsys_ai

// What a profile measured of what a source mentions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/mentions.h"
#include "profile/profile.h"

namespace nsys_ai {

struct SourceMatch {
  Mention mention;
  // All kernels that may have been compiled from the name: places in WholeKernelStats::by_total, so the one
  // with the most time stands first.
  std::vector<uint32_t> kernels;
  // Places in NvtxLabels, by GPU time, the largest first. Several where the source gives a label in part.
  std::vector<uint32_t> labels;
  bool partial = false;  // the labels begin as the source says, and go on in a way that it does not
  size_t namesakes = 1;  // functions of this source that the label may mean, this one among them
};

// A place never has two.
struct SourceMatches {
  std::vector<SourceMatch> all;  // by place
  // The one that covers a byte, or null.
  const SourceMatch* at(size_t offset) const;
};

// What more a source mentions than this is left out.
inline constexpr size_t kMaxMatches = 20'000;

// `path` is the file of the source, to identify functions that labels name with their file; empty where it
// has none.
SourceMatches match_source(const Profile& profile, SourceLanguage language, std::string_view source,
                           std::string_view path);

}  // namespace nsys_ai

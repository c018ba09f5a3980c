// Looks up what a profile measured for the mentions in a source.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/mentions.h"
#include "profile/profile.h"

namespace nsys_ai {

struct SourceMatch {
  Mention mention;
  // All kernels that may have been compiled from the name: indexes in CaptureKernelStats::by_total, so that
  // the kernel with the most time comes first.
  std::vector<uint32_t> kernels;
  // Indexes in NvtxLabels, by GPU time, longest first. Several if the source gives a label only in part.
  std::vector<uint32_t> labels;
  bool partial = false;  // the source gives the beginning of the labels but not the rest
  size_t same_named =
      1;  // the number of functions in this source that the label may mean, including this one
};

// Each position has at most one match.
struct SourceMatches {
  std::vector<SourceMatch> all;  // by position
  // The match that covers a byte, or null.
  const SourceMatch* at(size_t offset) const;
};

// Further mentions of a source are skipped.
inline constexpr size_t kMaxMatches = 20'000;

// `path` is the file of the source, to match labels that name their file; empty if it has none.
SourceMatches match_source(const Profile& profile, SourceLanguage language, std::string_view source,
                           std::string_view path);

}  // namespace nsys_ai

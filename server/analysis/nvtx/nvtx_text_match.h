// Finds NVTX rows whose text matches a pattern.
#pragma once

#include <optional>
#include <vector>

#include "base/text_pattern.h"
#include "profile/profile.h"

namespace nsys_ai {

// Matches each template once, and the text of a row only where its numbers matter. For one thread.
class NvtxTextMatch {
 public:
  NvtxTextMatch(const Profile& profile, TextPattern pattern)
      : texts_(profile.nvtx().text), pattern_(std::move(pattern)), fits_(texts_.templates().size()) {}

  bool operator()(size_t row) {
    const TemplateId of_template = texts_[row];
    std::optional<Fit>& fit = fits_[of_template];
    if (!fit) fit = pattern_.fit(texts_.templates()[of_template], kTemplateHoles);
    return *fit == Fit::some ? pattern_.matches(texts_.whole(row)) : *fit == Fit::all;
  }

 private:
  const TextColumn& texts_;
  TextPattern pattern_;
  std::vector<std::optional<Fit>> fits_;  // indexed by TemplateId; empty until a row uses it
};

}  // namespace nsys_ai

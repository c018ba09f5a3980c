// A source file that the editor has open, with the active profile's measurements of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "annotate/source_matches.h"
#include "features/documents/text_document.h"
#include "profile/library.h"

namespace nsys_ai {

struct Session;

// A source file, the profile that measures it, and the mentions of the profile's names in it.
struct MeasuredSource {
  std::shared_ptr<const TextDocument> document;
  OpenProfile open;
  std::shared_ptr<const SourceMatches> matches;

  const Profile& profile() const { return *open.profile; }
  lsp::Range range_of(const SourceMatch& match) const;
  // The matches that touch the lines of a range.
  std::span<const SourceMatch> in(const lsp::Range& range) const;
};
// Returns nullopt if no profile is open, the text is not open, or its language is unknown.
std::optional<MeasuredSource> measured_source(Session& session, const std::string& uri);

}  // namespace nsys_ai

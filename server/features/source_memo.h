// What is known of the sources that the editor has open: found once a version of the text and a profile.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "annotate/source_matches.h"
#include "features/text_document.h"
#include "profile/library.h"

namespace nsys_ai {

struct Session;

// A source, the profile that measures it, and what it mentions of it.
struct MeasuredSource {
  std::shared_ptr<const TextDocument> document;
  OpenProfile open;
  std::shared_ptr<const SourceMatches> matches;

  const Profile& profile() const { return *open.profile; }
  lsp::Range range_of(const SourceMatch& match) const;
  // The matches that touch the lines of a range.
  std::span<const SourceMatch> in(const lsp::Range& range) const;
};
// Nothing where no profile is open, and where the text is not open or of no known language.
std::optional<MeasuredSource> measured_source(Session& session, const std::string& uri);

// Thread-safe. Keeps no profile alive.
class SourceMemo {
 public:
  std::shared_ptr<const SourceMatches> of(const std::shared_ptr<const TextDocument>& document,
                                          SourceLanguage language, const ProfilePtr& profile,
                                          const std::string& path);
  void forget(const std::string& uri);
  void forget_all();

 private:
  // Lens, hint and hover ask at the same time; who comes first finds the answer for all.
  struct Slot {
    std::shared_ptr<const TextDocument> document;
    std::weak_ptr<const Profile> profile;
    std::once_flag once;
    SourceMatches matches;
  };

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>> slots_;  // by URI
};

}  // namespace nsys_ai

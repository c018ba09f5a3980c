// A cache of the names in sources that a profile measures, computed once for each version of the text and the
// profile.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "annotate/source_matches.h"
#include "features/documents/text_document.h"
#include "profile/profile.h"

namespace nsys_ai {

// Thread-safe. Keeps no profile alive.
class SourceCache {
 public:
  std::shared_ptr<const SourceMatches> of(const std::shared_ptr<const TextDocument>& document,
                                          SourceLanguage language, const ProfilePtr& profile,
                                          const std::string& path);
  void forget(const std::string& uri);
  void forget_all();

 private:
  // Lenses, hints and hovers ask at the same time; the first request computes the result for all.
  struct Slot {
    std::shared_ptr<const TextDocument> document;
    std::weak_ptr<const Profile> profile;
    std::mutex making;
    std::optional<SourceMatches> matches;
  };

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>> slots_;  // by URI
};

}  // namespace nsys_ai

// What is known of the sources that the editor has open: found once a version of the text and a profile.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "annotate/source_matches.h"
#include "features/text_document.h"
#include "profile/profile.h"

namespace nsys_ai {

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

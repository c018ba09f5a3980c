// Searches for matches without holding the lock.
#include "features/sources/source_cache.h"

#include "analysis/nvtx/nvtx_labels.h"
#include "annotate/source_names.h"

namespace nsys_ai {

std::shared_ptr<const SourceMatches> SourceCache::of(const std::shared_ptr<const TextDocument>& document,
                                                     SourceLanguage language, const ProfilePtr& profile,
                                                     const std::string& path) {
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Slot>& kept = slots_[document->uri()];
    if (!kept || kept->document != document || kept->profile.lock() != profile) {
      kept = std::make_shared<Slot>();
      kept->document = document;
      kept->profile = profile;
    }
    slot = kept;
  }
  // Builds the names before any request waits for the matches, so that a quick request fails at once as not
  // ready instead of waiting for another request.
  profile->derived(build_source_names);
  profile->derived(build_nvtx_labels);
  const std::lock_guard lock(slot->making);
  if (!slot->matches) slot->matches = match_source(*profile, language, document->text(), path);
  return {slot, &*slot->matches};
}

void SourceCache::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  slots_.erase(uri);
}

void SourceCache::forget_all() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
}

}  // namespace nsys_ai

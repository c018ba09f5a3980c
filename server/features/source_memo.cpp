// Matches are found outside of the lock.
#include "features/source_memo.h"

namespace nsys_ai {

std::shared_ptr<const SourceMatches> SourceMemo::of(const std::shared_ptr<const TextDocument>& document,
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
  std::call_once(slot->once,
                 [&] { slot->matches = match_source(*profile, language, document->text(), path); });
  return {slot, &slot->matches};
}

void SourceMemo::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  slots_.erase(uri);
}

void SourceMemo::forget_all() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
}

}  // namespace nsys_ai

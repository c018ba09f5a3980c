// Provisional ids, resolved once the string table was read.
#include "profile/string_refs.h"

namespace nsys_ai {

NameId StringRefs::of_id(std::optional<int64_t> id) {
  if (!id) return NameId();
  const auto [found, added] = by_id_.try_emplace(*id, NameId(texts_.size()));
  if (added) texts_.emplace_back(std::nullopt);
  return found->second;
}

NameId StringRefs::of_text(std::string_view text) {
  const auto [found, added] = by_text_.try_emplace(std::string(text), NameId(texts_.size()));
  if (added) texts_.emplace_back(std::string(text));
  return found->second;
}

void StringRefs::take(int64_t id, std::string_view text) {
  if (const auto found = by_id_.find(id); found != by_id_.end()) texts_[found->second] = std::string(text);
}

void StringRefs::resolve(Names& names) {
  final_.clear();
  for (std::optional<std::string>& text : texts_) {
    if (!text) ++missing_;
    final_.push_back(names.intern(text.value_or("")));
    text.reset();
  }
}

void StringRefs::finalize(std::vector<NameId>& column) const {
  for (NameId& id : column) id = final_[id];
}

}  // namespace nsys_ai

// Stores every distinct text that events refer to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "profile/text_set.h"

namespace nsys_ai {

using NameId = Index<struct NameTag>;

// Whether bytes are valid UTF-8 without NUL.
bool is_text(std::string_view bytes);
// Replaces each invalid byte of a text by U+FFFD.
std::string repaired_text(std::string_view bytes);

// Texts are valid UTF-8 without NUL: invalid bytes are replaced by U+FFFD on interning, and counted. Built by
// one thread, then immutable.
class Names {
 public:
  Names();  // id 0 is the empty text
  NameId intern(std::string_view text);
  // Interns all texts of a set; indexed by their number there.
  std::vector<NameId> intern_all(const TextSet& texts);
  std::string_view text(NameId id) const { return texts_[id.value]; }
  size_t size() const { return texts_.size(); }
  // The id of a text; none() when no event uses it.
  NameId find(std::string_view text) const;
  // How many texts were not valid when they were interned.
  size_t repaired() const { return repaired_; }
  size_t bytes() const { return texts_.bytes(); }

 private:
  TextSet texts_;
  size_t repaired_ = 0;
};

}  // namespace nsys_ai

// Every text that events refer to, each once.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/index.h"

namespace nsys_ai {

using NameId = Index<struct NameTag>;

// Texts are valid UTF-8 without NUL: what was not is replaced by U+FFFD when it is interned, and counted.
// Built by one thread, then immutable.
class Names {
 public:
  Names();  // id 0 is the empty text
  NameId intern(std::string_view text);
  std::string_view text(NameId id) const { return texts_[id]; }
  size_t size() const { return texts_.size(); }
  // The id of a text; none() when no event has it.
  NameId find(std::string_view text) const;
  size_t repaired() const { return repaired_; }

 private:
  std::deque<std::string> texts_;  // a deque, so that the views in `ids_` stay where they are
  std::unordered_map<std::string_view, NameId> ids_;
  size_t repaired_ = 0;
};

}  // namespace nsys_ai

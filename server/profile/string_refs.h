// Texts while loading: events name them by the file's ids, and only those that an event names are kept.
//
// The string table of a real export also holds whole environment blocks that no event refers to; they are
// read past and never stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profile/names.h"
#include "profile/reader.h"

namespace nsys_ai {

class StringRefs {
 public:
  // A provisional id for a row of the string table, or for nothing.
  NameId of_id(std::optional<int64_t> id);
  // A provisional id for a text that stands in the event itself.
  NameId of_text(std::string_view text);

  // Takes the texts that are referred to from a row of the string table.
  void take(int64_t id, std::string_view text);
  // Interns every text; afterwards `final_id` gives the id to keep.
  void resolve(Names& names);
  NameId final_id(NameId provisional) const { return final_[provisional]; }
  void finalize(std::vector<NameId>& column) const;
  // Ids that events name and the string table lacks.
  size_t missing() const { return missing_; }

 private:
  std::unordered_map<int64_t, NameId> by_id_;
  std::unordered_map<std::string, NameId> by_text_;
  std::vector<std::optional<std::string>> texts_{std::string()};  // provisional id 0 is the empty text
  std::vector<NameId> final_;
  size_t missing_ = 0;
};

}  // namespace nsys_ai

// The members of `.nsys-ai/bookmarks.json` and of the command that adds a bookmark (docs/PROTOCOL.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/fields.h"

namespace nsys_ai {

// One element of the list `bookmarks`.
struct BookmarkEntry {
  std::string profile;
  std::string name;
  int64_t startNs = 0;
  std::optional<int64_t> endNs;
  std::optional<std::string> note;
};
template <class F>
void fields(BookmarkEntry& v, F& f) {
  f("profile", v.profile, "The profile's file; its name counts.");
  f("name", v.name, "What the place is called; one of a name in each profile.");
  f("startNs", v.startNs, "Where it begins, on the capture's clock.");
  f("endNs", v.endNs, "Where it ends; where it is left out, it is a point.");
  f("note", v.note, "What there is to say of it.");
}

}  // namespace nsys_ai

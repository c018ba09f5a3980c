// Looks up words that the lexicon does not contain among the names in a profile.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "question/query.h"

namespace nsys_ai {

// The kind of thing that has a name.
struct NamedThing {
  Thing thing = Thing::kernel;  // kernel, range, mark or call
  bool exact = false;           // at least one thing has exactly this name, not only as a part
};

struct WantedName {
  std::string text;
  // Spelled like an identifier: it may match a part of a name. Otherwise it must match a name or a complete
  // word in one, so that ordinary words match nothing by chance.
  bool marked = false;
};

// The only process with this name, without its folder; nullopt if there are none or several.
std::optional<int64_t> process_named(const Profile& profile, std::string_view name);

// The kinds of things that have the name; if any match exactly, only those. Fails on a cancel.
Result<std::vector<NamedThing>> kinds_with_name(const Profile& profile, const WantedName& wanted,
                                             const Work& work);

}  // namespace nsys_ai

// Words that the lexicon does not know, looked up in what a profile holds.
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

// Of what a name is one.
struct NamedThing {
  Thing thing = Thing::kernel;  // kernel, range, mark or call
  bool exact = false;           // some are called so, and not only contain it
};

struct WantedName {
  std::string text;
  // Written as names of programs are: a part of a name will do. Else it is the name, or a whole word of one,
  // so that an ordinary word finds nothing by chance.
  bool marked = false;
};

// The one process of the name, without its folder; nothing where none or several are called so.
std::optional<int64_t> process_named(const Profile& profile, std::string_view name);

// The kinds of things that have the name, exact ones alone where there are any. Fails when cancelled.
Result<std::vector<NamedThing>> things_named(const Profile& profile, const WantedName& wanted,
                                             const Work& work);

}  // namespace nsys_ai

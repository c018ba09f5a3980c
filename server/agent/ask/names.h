// Words that the lexicon does not know, looked up in what a profile holds.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/query.h"
#include "agent/ask/reading.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai::inline agent {

// Where a name is one: of kernels, ranges, calls, ... `exact`: some are called so, not only contain it.
struct NamedThing {
  Subject subject = Subject::none;  // kernel, range, mark, call
  std::string name;                 // as a condition names it
  bool exact = false;
};

struct WantedName {
  std::string text;
  // Written as names of programs are: a part of a name will do. Else it is the name, or a whole word of one,
  // so that an ordinary word finds nothing by chance.
  bool like_name = false;
};

// The kinds of things that have the name, exact ones alone where there are any. Fails when cancelled.
Result<std::vector<NamedThing>> things_named(const Profile& profile, const WantedName& wanted,
                                             const Work& work);
// Up to three words of the profile's names that are near.
std::vector<std::string> near_names(const Profile& profile, const std::string& name);

}  // namespace nsys_ai::inline agent

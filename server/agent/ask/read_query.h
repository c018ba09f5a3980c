// A question becomes a query, by the words of the field and the names of one profile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/ask/assembly.h"
#include "agent/ask/query.h"
#include "agent/ask/reading.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai::inline agent {

// The question with its unknown words linked to the profile, or why not.
struct LinkedQuestion {
  ReadWords reading;
  std::vector<LinkedName> names;
  std::string problem;
};
// What the profile has of that name, calls of the operating system and of MPI among them.
Result<std::vector<NamedThing>> things_called(const Profile& profile, const WantedName& wanted,
                                              const Work& work);
Result<LinkedQuestion> linked_question(const Profile& profile, ReadWords reading, const Work& work);

struct ReadQuery {
  AskQuery query;
  std::string problem;
  std::vector<std::string> notes;
  std::string doubt = {};  // why an answer to it would be a guess, for the one who asked
};
Result<ReadQuery> read_query(const Profile& profile, std::string_view question, const Work& work);
// Without what is put together of several questions: the time between two events, a window they bound, and a
// share of something that is named.
Result<ReadQuery> read_plain_query(const Profile& profile, std::string_view question, const Work& work);

// `the first 10 ms` is a window of this profile.
void set_relative_window(const Profile& profile, const ReadWords& reading, AskQuery& query);

}  // namespace nsys_ai::inline agent

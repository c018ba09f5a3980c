// People's words to a query: a sentence is a sequence of phrases, each read once, from left to right. A
// phrase is a word of the lexicon with what belongs to it: a place (`on GPU 1`), a bound (`longer than 5
// us`), a name.
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

struct Reading {
  std::optional<AskQuery> query;  // what was read; none where nothing is asked of anything
  AskQuery part;                  // the part of the run that is named, and nothing else
  AskQuery said;                  // all conditions and places that it says, of whatever
  // Whether it is asked for yes or no, a reason or advice, and not for a figure: topics answer those.
  bool is_for_topics = false;
  bool asks_figure = false;          // a number, a time or a share, which no topic is
  bool names_aside = false;          // a sentence beside the one that asks names something
  bool adds = false;                 // says conditions and places alone: it refers back to a question before
  std::vector<std::string> unknown;  // words that have no place
  std::vector<std::string> set_aside;  // sentences that ask nothing
  std::vector<std::string> notes;
  std::string problem;    // why it cannot be answered as it was read; empty for none
  std::string reference;  // of an event that is asked about: kernel:1234
  // What a topic is found by: roles and values of the lexicon, else the words themselves; without places.
  std::vector<std::string> content;

  bool is_whole() const { return query && unknown.empty() && problem.empty(); }
};

// Fails when it is cancelled.
Result<Reading> read_question(const Profile& profile, std::string_view question, const Work& work = {});

}  // namespace nsys_ai

// Turns a sentence into a query: it is a sequence of phrases, each read once, from left to right. A phrase is
// a word of the lexicon with its complements: a place (`on GPU 1`), a bound (`longer than 5 us`), a name.
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
  std::optional<AskQuery> query;  // the query; nullopt if the sentence asks for nothing
  AskQuery part;                  // only the part of the run that the sentence names
  AskQuery said;                  // all conditions and places in the sentence, whatever it asks for
  // Whether it asks for yes or no, a reason or advice instead of a figure: topics answer those.
  bool is_for_topics = false;
  bool asks_figure = false;            // it asks for a number, a time or a share, which topics do not give
  bool names_aside = false;            // another sentence of the question names something
  bool adds = false;                   // it has only conditions and places, so it refers to the previous
                                       // question
  std::vector<std::string> unknown;    // words without a meaning here
  std::vector<std::string> set_aside;  // sentences that ask nothing
  std::vector<std::string> notes;
  std::string problem;    // why it cannot be answered as it was read; empty if it can
  std::string reference;  // the event that the question is about: kernel:1234
  // The words by which topics are found: roles and values of the lexicon, otherwise the words themselves;
  // without places.
  std::vector<std::string> content;

  bool is_whole() const { return query && unknown.empty() && problem.empty(); }
};

// Fails on a cancel.
Result<Reading> read_question(const Profile& profile, std::string_view question, const Work& work = {});

}  // namespace nsys_ai

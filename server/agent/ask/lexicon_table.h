// The table of the lexicon: phrases of one meaning between bars, in the singular and in lower case.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "agent/ask/lexicon.h"
#include "agent/ask/query.h"

namespace nsys_ai::inline agent {

struct LexiconRow {
  std::string_view phrases;
  std::vector<Meaning> meanings;
};

std::span<const LexiconRow> words_of_fillers();
std::span<const LexiconRow> words_of_things();
std::span<const LexiconRow> words_of_conditions();
std::span<const LexiconRow> words_of_questions();
std::span<const LexiconRow> words_of_topics();

}  // namespace nsys_ai::inline agent

// `how long do copies last` has no last copy, and what `is over` ended.
#include "agent/ask/verb_words.h"

#include <algorithm>

namespace nsys_ai::inline agent {
namespace {

bool is_asked(const ReadWords& r, Lead lead) {
  return std::any_of(r.clues.begin(), r.clues.end(), [&](const Clue& c) {
    return c.role == Role::question && static_cast<Lead>(c.value) == lead;
  });
}

bool is_end(const ReadWords& r, size_t at) { return at >= r.tokens.size(); }

// Behind the verb stands how long, over how many, or nothing.
bool may_follow_last(const ReadWords& r, size_t at) {
  return is_end(r, at) ||
         says(r, at,
              {"longer", "shorter",   "more",     "less",   "over",    "under",      "above",    "below",
               "at",     "between",   "for",      "in",     "on",      "altogether", "together", "overall",
               "how",    "longest",   "shortest", "most",   "least",   ">",          "<",        "per",
               "about",  "exceeding", "mean",     "median", "average", "maximum",    "minimum"});
}

bool compares_behind(const ReadWords& r, size_t at) {
  return says(r, at,
              {"longer", "shorter", "more", "less", "over", "under", "above", "below", ">", "<", "longest",
               "shortest", "exceeding"}) ||
         (says(r, at, {"at"}) && says(r, at + 1, {"least", "most"})) ||
         (says(r, at, {"how"}) && says(r, at + 1, {"long"}));
}

// Whether the word before is a thing, which has the verb.
bool follows_thing(const ReadWords& r, size_t at) {
  if (at == 0) return false;
  if (!r.unknown.empty() && r.unknown.back().at + 1 == at) return true;
  return !r.clues.empty() && r.clues.back().at < at && r.clues.back().role != Role::filler &&
         (r.clues.back().role == Role::subject || r.clues.back().role == Role::family ||
          r.clues.back().role == Role::name);
}

bool says_before(const ReadWords& r, size_t at, std::initializer_list<std::string_view> words) {
  for (size_t i = 0; i < at; ++i)
    if (says(r, i, words)) return true;
  return false;
}

bool is_verb_last(const ReadWords& r, size_t at) {
  if (says(r, at, {"lasts", "lasted", "lasting"})) return true;
  if (!says(r, at, {"last"}) || at == 0 || !may_follow_last(r, at + 1)) return false;
  if (says(r, at - 1, {"the", "this", "its", "very", "first", "of", "in", "and"})) return false;
  const bool long_asked = is_asked(r, Lead::how_long);
  if (long_asked && (is_end(r, at + 1) || says_before(r, at, {"do", "does", "did"}))) return true;
  if (says(r, at - 1,
           {"that", "do", "does", "did", "they", "it", "each", "together", "altogether", "usually",
            "typically", "normally", "to", "would"}))
    return true;
  return follows_thing(r, at) && (long_asked || is_asked(r, Lead::how_many) || compares_behind(r, at + 1));
}

// At the end of a question: `how many kernels did process 7 launch?`, `how long did it block?`
bool is_verb_at_end(const ReadWords& r, size_t at) {
  if (!is_end(r, at + 1) || at == 0) return false;
  return says(r, at, {"launch", "open"}) || (says(r, at, {"block"}) && is_asked(r, Lead::how_long));
}

// `at what time is the last copy over`.
bool is_over(const ReadWords& r, size_t at) {
  return says(r, at, {"over"}) && is_asked(r, Lead::when) && (is_end(r, at + 1) || says(r, at + 1, {"on"}));
}

}  // namespace

bool read_verb(ReadWords& reading, size_t at) {
  if (is_over(reading, at)) {
    reading.clues.push_back({Role::measure, static_cast<int>(Measure::end), "", at});
    return true;
  }
  return is_verb_last(reading, at) || is_verb_at_end(reading, at);
}

}  // namespace nsys_ai::inline agent

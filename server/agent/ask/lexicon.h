// The words of the field, and what each says in a question. One table; nothing else knows words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// What a word or phrase does in a question. A phrase may do several things, a row each.
enum class Role : uint8_t {
  filler,     // says nothing that changes the answer
  subject,    // Subject
  measure,    // Measure
  statistic,  // Statistic
  pick,       // Pick
  key,        // Measure by which is picked
  grouped,    // of what bears one name together, and not of single events
  question,   // Lead
  per,        // Dimension
  family,
  library,
  direction,
  memory,
  name,
  calls,   // CallClass
  intent,  // Intent
  topic,   // the skill that answers it
  distinct,
  share,
  whole,     // the capture, as what a share is of
  starting,  // with a window: what begins in it, whole
  inside,    // what follows is a range
  launched,  // Launched
  only,
  machine,     // what it has, used or not
  difference,  // Comparison: of two GPUs or processes
  excluding,   // what follows is left out
  side,        // Side
  toward,      // Toward: of copies, into a GPU or out of it
  copy_calls,  // CopyCalls
  usual,       // `typical`: of which statistic must be said
};

// How two are compared. `than` stands in other questions too.
enum class Comparison : uint8_t { said, than };

// Where a question looks for what it asks about, where that is not said by the thing itself.
enum class Side : uint8_t { host };
enum class Toward : uint8_t { into, out_of };

// How it was asked, where that decides what is told first.
enum class Lead : uint8_t {
  how_many,
  how_long,
  how_much,
  which,
  when,
  why,
  name_of,
  start_of,
  value_of,
  whether,
  where
};

struct Meaning {
  Role role = Role::filler;
  int value = 0;  // of the enumeration that the role names
  std::string_view text = {};

  Meaning(Role of) : role(of) {}  // NOLINT: a row of the table is read as it stands
  template <class E>
  requires std::is_enum_v<E> Meaning(Role of, E what) : role(of), value(static_cast<int>(what)) {}
  Meaning(Role of, const char* what) : role(of), text(what) {}
};

// What the longest phrase that begins at a token means; `tokens` is 0 where none is known.
struct Phrase {
  size_t tokens = 0;
  std::vector<Meaning> meanings;
};
Phrase phrase_at(const std::vector<WordToken>& tokens, size_t at);

// Whether a word that the lexicon does not know says nothing that changes an answer, where the profile has
// nothing of that name.
bool is_idle_word(std::string_view word);

// How a topic is asked for in short, by the skill that answers it.
std::string words_of_topic(std::string_view skill);

// The only word of the lexicon that is one letter away; empty where none or several are.
std::string corrected(const std::string& word);
// The nearest words of the lexicon, for who asks for something unknown.
std::vector<std::string> nearest_words(const std::string& word);

}  // namespace nsys_ai::inline agent

// From left to right: numbers with their words, then the longest phrase of the lexicon, then names.
#include "agent/ask/reading.h"

#include <algorithm>
#include <iterator>

#include "agent/ask/number_words.h"
#include "agent/ask/verb_words.h"

namespace nsys_ai::inline agent {
namespace {

void add_phrase(ReadWords& reading, const Phrase& phrase, size_t at) {
  for (const Meaning& meaning : phrase.meanings)
    reading.clues.push_back({meaning.role, meaning.value, std::string(meaning.text), at});
}

bool is_connecting(const WordToken& token) {
  constexpr std::string_view kWords[] = {"in", "inside", "within", "during", "of", "by", "from", "under"};
  return std::find(std::begin(kWords), std::end(kWords), token.word) != std::end(kWords);
}

// Whether the words before `at`, articles and `range` passed over, lead into a range.
bool led_into(const ReadWords& reading, size_t at) {
  constexpr std::string_view kPassed[] = {"the", "range", "ranges", "nvtx", "label", "region"};
  while (at > 0) {
    const WordToken& before = reading.tokens[--at];
    if (std::find(std::begin(kPassed), std::end(kPassed), before.word) != std::end(kPassed)) continue;
    return is_connecting(before);
  }
  return false;
}

void add_unknown(ReadWords& reading, size_t at) {
  const WordToken& token = reading.tokens[at];
  if (token.number && !token.quoted) {
    reading.problem = "I do not know what the number " + token.raw + " asks for.";
    return;
  }
  reading.unknown.push_back({token.raw, at, token.quoted, led_into(reading, at)});
}

// Not `HtoD` and `AllReduce`, which are words of the field.
bool is_surely_name(const WordToken& token) {
  if (token.word == "i.e" || token.word == "e.g" || token.word == "major.minor") return false;
  return token.quoted || token.raw.find_first_of("_:<.(") != std::string::npos;
}

// `the range named graph`, though the word means something else as well.
bool is_named_so(const ReadWords& reading, size_t at) {
  if (at < 2 || reading.tokens[at - 1].word != "named") return false;
  const std::string& thing = reading.tokens[at - 2].word;
  return thing == "range" || thing == "ranges" || thing == "label";
}

// `the forward pass`, where ranges are called `forward`.
bool is_pass(const ReadWords& reading, size_t at) {
  return at > 0 && says(reading, at, {"pass", "passes"}) &&
         says(reading, at - 1, {"forward", "backward", "fwd", "bwd"});
}

// `what stream`, `what kernel`: which one; not `what kernel time`.
bool asks_which(const ReadWords& reading, size_t at) {
  if (!says(reading, at, {"what"}) || at + 1 >= reading.tokens.size()) return false;
  const Phrase thing = phrase_at(reading.tokens, at + 1);
  return !thing.meanings.empty() && thing.meanings[0].role == Role::subject &&
         std::all_of(thing.meanings.begin(), thing.meanings.end(),
                     [](const Meaning& m) { return m.role == Role::subject || m.role == Role::family; });
}

// `mean time per call`, `average time per MPI_Recv`: a mean is of each anyway. Returns how many words say so.
size_t words_of_each(const ReadWords& reading, size_t at) {
  if (!says(reading, at, {"per"}) || at + 1 >= reading.tokens.size() || !reading.says_time) return 0;
  const bool mean = std::any_of(reading.tokens.begin(), reading.tokens.end(), [](const WordToken& t) {
    return is_one_of(t, {"mean", "average", "avg"});
  });
  if (!mean) return 0;
  if (says(reading, at + 1, {"call", "invocation", "execution", "instance", "occurrence"}))
    return at + 2 == reading.tokens.size() || says(reading, at + 2, {"on", "in", "of"}) ? 2 : 0;
  // Of what else was named before it, it is a part.
  const bool alone =
      reading.unknown.empty() && std::all_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
        return c.role == Role::filler || c.role == Role::statistic || c.role == Role::question ||
               (c.role == Role::measure && static_cast<Measure>(c.value) == Measure::time);
      });
  const WordToken& next = reading.tokens[at + 1];
  return alone && !next.number && phrase_at(reading.tokens, at + 1).tokens == 0 ? 1 : 0;
}

// `total kernel time, ms`: the unit that the figure is wanted in.
bool is_unit_at_end(const ReadWords& reading, size_t at) {
  return at > 0 && at + 1 == reading.tokens.size() && !reading.tokens[at - 1].number &&
         says(reading, at, {"ns", "us", "ms"});
}

// `next kernel after 60.3 s` is no other question behind `next`.
bool is_next_after(const ReadWords& reading) {
  for (size_t at = 2; at + 1 < reading.tokens.size(); ++at)
    if (says(reading, at, {"after", "from", "since"}) && reading.tokens[at + 1].number) return true;
  return false;
}

}  // namespace

bool says(const ReadWords& r, size_t at, std::initializer_list<std::string_view> words) {
  return says_at(r.tokens, at, words);
}

ReadWords read_question(std::string_view question) {
  ReadWords reading;
  if (question.size() > kLongestQuestion) {
    reading.problem = "The question is longer than any that is read.";
    return reading;
  }
  reading.tokens = tokens_of(question);
  constexpr std::string_view kTimeWords[] = {"time",         "long",         "duration", "seconds",
                                             "milliseconds", "microseconds", "ns",       "longest",
                                             "shortest",     "longer",       "shorter",  "union"};
  for (size_t at = 0; at < reading.tokens.size(); ++at) {
    const bool time = std::find(std::begin(kTimeWords), std::end(kTimeWords), reading.tokens[at].word) !=
                      std::end(kTimeWords);
    // `at the same time` is no duration.
    if (time && (at == 0 || reading.tokens[at - 1].word != "same")) reading.says_time = true;
  }
  // `next: which kernel ...`.
  const bool goes_on = reading.tokens.size() > 1 && reading.tokens[0].word == "next" &&
                       !says(reading, 1, {"step"}) && !is_next_after(reading);
  for (size_t at = goes_on ? 1 : 0; at < reading.tokens.size();) {
    if (is_pass(reading, at) || is_unit_at_end(reading, at)) {
      ++at;
      continue;
    }
    if (const size_t tokens = words_of_each(reading, at)) {
      at += tokens;
      continue;
    }
    if (const size_t tokens = read_number_words(reading, at)) {
      at += tokens;
      continue;
    }
    // `rank the kernels by time`: the verb.
    if (at == 0 && reading.tokens.size() > 1 && says(reading, at, {"rank"}) &&
        !says(reading, 1, {"with", "of", "that", "which", "having"}) && !reading.tokens[1].number) {
      ++at;
      continue;
    }
    // `whose kernel is longest`, and not `kernels whose ...`.
    if (at == 0 && says(reading, at, {"whose"})) {
      reading.clues.push_back({Role::question, static_cast<int>(Lead::which), "", at});
      reading.clues.push_back({Role::subject, static_cast<int>(Subject::process), "", at});
    }
    if (asks_which(reading, at))
      reading.clues.push_back({Role::question, static_cast<int>(Lead::which), "", at});
    if (read_verb(reading, at)) {
      ++at;
      continue;
    }
    const bool named = is_surely_name(reading.tokens[at]) || is_named_so(reading, at);
    const Phrase phrase = named ? Phrase{} : phrase_at(reading.tokens, at);
    if (phrase.tokens > 0)
      add_phrase(reading, phrase, at);
    else
      add_unknown(reading, at);
    at += std::max<size_t>(phrase.tokens, 1);
  }
  return reading;
}

}  // namespace nsys_ai::inline agent

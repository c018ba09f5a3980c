// From the words of a question to its meaning: finds the sentence that asks, its phrases, and their
// combination.
#include "question/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "question/draft.h"
#include "question/topics.h"

namespace nsys_ai {
namespace {

bool only_adds(const Draft& draft) {
  const bool asks = draft.asks_count || draft.asks_long || draft.asks_much || draft.asks_which ||
                    draft.asks_when || draft.asks_whether || draft.asks_list || draft.asks_why ||
                    draft.yes_or_no;
  const auto is_of_part = [](Thing thing) { return is_place(thing) || thing == Thing::kernel; };
  return !asks && draft.measures.empty() && !draft.query.order &&
         std::ranges::all_of(draft.things, is_of_part);
}

// Splits at the marks that end a sentence.
std::vector<std::vector<TypedWord>> sentences_of(const std::vector<TypedWord>& words) {
  std::vector<std::vector<TypedWord>> all(1);
  for (const TypedWord& word : words) {
    all.back().push_back(word);
    if (word.ends_sentence) all.emplace_back();
  }
  if (all.back().empty() && all.size() > 1) all.pop_back();
  return all;
}

bool asks_something(std::span<const TypedWord> words) {
  for (size_t at = 0; at < words.size() && at < 3; ++at)
    if (const Phrase* phrase = phrase_at(words, at))
      for (const Meaning& meaning : phrase->meanings)
        if (meaning.role == Role::ask || meaning.role == Role::order || meaning.role == Role::statistic)
          return true;
  return false;
}

// Of several sentences, chooses the last one that asks; ignores the others if they name nothing.
std::vector<TypedWord> asking_sentence(std::string_view question, std::vector<TypedWord> words,
                                       Reading& reading) {
  const auto sentences = sentences_of(words);
  if (sentences.size() < 2) return words;
  size_t chosen = sentences.size() - 1;
  for (size_t i = sentences.size(); i-- > 0;)
    if (asks_something(sentences[i])) {
      chosen = i;
      break;
    }
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (i == chosen || sentences[i].empty()) continue;
    const std::string text(
        question.substr(sentences[i].front().begin, sentences[i].back().end - sentences[i].front().begin));
    const bool names = std::ranges::any_of(sentences[i], [](const TypedWord& word) {
      return word.quoted || word.like_name || word.reference || word.number;
    });
    reading.names_aside = reading.names_aside || names;
    (names ? reading.unknown : reading.set_aside).push_back(text);
  }
  return sentences[chosen];
}

}  // namespace

Result<Reading> read_question(const Profile& profile, std::string_view question, const Work& work) {
  Reading reading;
  if (question.size() > kLongestQuestion) {
    reading.problem = fmt::format("A question has at most {} characters.", kLongestQuestion);
    return reading;
  }
  Reader reader(profile, asking_sentence(question, words_of(question), reading));
  Draft draft = reader.read();
  for (const std::string& word : reader.unknown()) reading.unknown.push_back(word);
  reading.content = reader.content();
  reading.notes = reader.notes();
  reading.reference = reader.reference();
  reading.is_for_topics = (draft.yes_or_no && !draft.asks_whether) || draft.asks_why;
  reading.asks_figure = draft.asks_count || draft.asks_long || draft.asks_much || draft.asks_when ||
                        draft.query.share || draft.query.statistic ||
                        (draft.query.order && !draft.things.empty()) || !draft.measures.empty();
  reading.adds = only_adds(draft);
  if (is_event(reading.reference)) {
    reading.query.emplace();
    reading.query->want = Want::topic;
    reading.query->topic = reading.reference;
    return reading;
  }
  if (auto done = query_of_draft(profile, std::move(draft), reading, work); !done)
    return tl::unexpected(done.error());
  if (reading.query && reading.problem.empty()) reading.problem = reason_unanswerable(*reading.query);
  return reading;
}

}  // namespace nsys_ai

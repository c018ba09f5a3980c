// Ways in which questions were worded before, each with the query that it asked: the nearest one says what a
// new question asks, where the words in which they differ say nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

using WordId = uint32_t;
using WordPair = uint64_t;  // two words side by side, the first one in the upper half

// A wording as sets: its words, and its words side by side. Both are sorted, and have each once.
struct WordSets {
  std::vector<WordId> words;
  std::vector<WordPair> pairs;
  uint32_t contrasts = 0;  // a bit for each that it speaks of
  size_t unseen = 0;       // words that no known wording has
  double weight = 0;       // of all that is in it: what is rare weighs more
};

struct KnownWording {
  WordSets sets;
  uint32_t query = 0;  // of those of the table
  uint32_t asked = 0;  // what the query asks, wherever: equal for those that differ in their places
  uint32_t place = 0;  // its number in the order in which wordings were added
};

// What a question and a known wording are compared by.
struct WordingPair {
  const KnownWording* known = nullptr;
  std::vector<WordId> words;      // that one has and the other lacks
  std::vector<WordPair> pairs;    // the same, of words side by side
  bool exact = false;             // nothing differs
  std::vector<WordPair> crossed;  // each word of the question beside each part of what the known one asks
  // Part of the weight that they share; how many words differ; how far others that ask the same are like the
  // question; and how far the nearest is that asks something else.
  double alike = 0, differing = 0, support = 0, rival = 0;
  double opposed = 0;    // contrasts that one of them speaks of and the other does not
  bool strange = false;  // the question has a word of few queries with which nobody asked this one
};

// Of a logistic regression: whether a pair asks the same.
struct WordingWeights {
  std::unordered_map<WordId, float> words;
  std::unordered_map<WordPair, float> pairs, crossed;
  double bias = 0, alike = 0, differing = 0, support = 0, rival = 0, opposed = 0;

  double probability(const WordingPair& pair) const;
};

class KnownWordings {
 public:
  // Lines `= TEMPLATE`, each followed by its wordings: words of frames.
  void add(std::string_view query_template, const Frame& wording);
  // After the last wording: what is rare is known then.
  void weigh();

  using Skipped = std::function<bool(const KnownWording&)>;
  // The known wordings that may ask the same, most alike first. Those that are read otherwise, only where
  // they are just the question.
  std::vector<WordingPair> candidates(const Frame& question, const Skipped& skipped = {}) const;
  // Whether some known wording that is not opposed to the question asks what the template asks, wherever.
  bool has_asked(const Frame& question, std::string_view query_template) const;

  // Whether the words say nothing against the template: those of few queries were said with it before, and
  // none of them turns a question into another.
  bool may_say(std::string_view query_template, const std::vector<std::string>& words) const;

  const std::string& query_template(const KnownWording& known) const { return queries_[known.query].text; }
  const std::vector<KnownWording>& of_signature(const std::string& signature) const;
  const std::string& word(WordId id) const { return words_[id]; }
  WordId id(const std::string& word) const;
  size_t size() const { return count_; }
  // How many wordings of questions that can be answered have the word.
  size_t answered_with(WordId id) const { return id < answered_with_.size() ? answered_with_[id] : 0; }
  size_t wordings_with(WordId id) const { return id < of_word_.size() ? of_word_[id] : 0; }
  size_t words() const { return words_.size(); }

  static constexpr WordId kUnseen = 0, kBegin = 1, kEnd = 2;

 private:
  WordId make_id(const std::string& word);
  uint32_t make_query(std::string_view query_template);
  WordSets sets_of(const std::vector<WordId>& words) const;
  double weight_of(const WordSets& sets) const;
  double weight_of_word(WordId id) const;
  double weight_of_pair(WordPair pair) const;
  bool is_strange(uint32_t asked, const std::vector<WordId>& words) const;

  struct KnownQuery {
    std::string text;
    uint32_t asked = 0;
    std::vector<WordId> parts;  // words of it that say what is asked
  };
  std::vector<KnownQuery> queries_;
  std::unordered_map<std::string, uint32_t> query_ids_, asked_ids_;
  std::vector<std::string> words_ = {"", "^", "$"};
  std::unordered_map<std::string, WordId> word_ids_ = {{"^", kBegin}, {"$", kEnd}};
  std::unordered_map<std::string, std::vector<KnownWording>> by_signature_;
  std::vector<uint32_t> of_word_, answered_with_;  // in how many wordings
  std::vector<uint32_t> queries_with_;             // of how many queries, wherever, some wording has the word
  std::vector<std::vector<WordId>> said_;          // by what is asked: the words of its wordings, sorted
  std::unordered_map<WordPair, uint32_t> of_pair_;  // the same
  size_t count_ = 0;
};

// The figures of weights by their names.
inline constexpr std::pair<std::string_view, double WordingWeights::*> kWordingFigures[] = {
    {"alike", &WordingWeights::alike},         {"bias", &WordingWeights::bias},
    {"differing", &WordingWeights::differing}, {"opposed", &WordingWeights::opposed},
    {"rival", &WordingWeights::rival},         {"support", &WordingWeights::support}};

}  // namespace nsys_ai::inline agent

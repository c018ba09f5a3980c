// Searches a few dozen texts linearly: an index would cost more than it saves.
#include "knowledge/text_finder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "base/text_pattern.h"

namespace nsys_ai {
namespace {

constexpr double kWeightOfName = 4;
constexpr double kWeightOfTitle = 3;
constexpr double kWeightOfPair = 1;
constexpr double kWeightOfWording = 1;
// The parameters of Okapi BM25: how soon repetitions stop counting, and how much long texts are penalized.
constexpr double kSaturation = 1.2;
constexpr double kLengthCounts = 0.5;
constexpr size_t kShortestStem = 3;
// Matches below this fraction of the best score are dropped.
constexpr double kWorstOfBest = 0.3;

// Stop words: they show the kind of sentence and nothing of its subject. Sorted.
constexpr std::array kIdle = std::to_array<std::string_view>(
    {"a",    "after", "and",   "are",   "as",    "at",     "be",    "before", "between", "by",   "can",
     "do",   "does",  "down",  "each",  "every", "for",    "from",  "gpu",    "has",     "have", "how",
     "i",    "in",    "is",    "it",    "its",   "itself", "long",  "many",   "me",      "much", "my",
     "no",   "not",   "of",    "on",    "one",   "or",     "other", "others", "own",     "so",   "some",
     "than", "that",  "the",   "their", "them",  "there",  "they",  "this",   "to",      "was",  "were",
     "what", "when",  "where", "which", "while", "who",    "why",   "with",   "without", "you",  "your"});

std::string stem(std::string word) {
  for (const std::string_view ending :
       {"ations", "ation", "ings", "ing", "ness", "ers", "ed", "er", "s", "e"})
    if (word.size() >= ending.size() + kShortestStem && word.ends_with(ending)) {
      word.erase(word.size() - ending.size());
      break;
    }
  // "copies" and "copied" are forms of "copy".
  if (word.ends_with("ie")) word.pop_back();
  if (word.ends_with('i')) word.back() = 'y';
  // Unifies the spellings "synchronize" and "synchronise".
  if (word.ends_with("iz")) word.back() = 's';
  return word;
}

bool is_idle(const std::string& word) { return std::ranges::binary_search(kIdle, std::string_view(word)); }

// The words of a text as stems, in order. A compound identifier, for example find_unused_parameters or
// cudaDeviceSynchronize, contributes its parts, and itself among `names`.
struct WordsOfText {
  std::vector<std::string> stems;  // without stop words
  std::set<std::string> with_idle;
  std::vector<std::string> names;
};

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_of_word(char c) { return is_lower(c) || is_upper(c) || (c >= '0' && c <= '9'); }

WordsOfText words_of_text(std::string_view text) {
  WordsOfText all;
  std::string part;
  std::string name;
  int parts = 0;
  const auto end_of_part = [&] {
    if (part.empty()) return;
    const std::string word = ascii_lower(part);
    all.with_idle.insert(stem(word));
    if (!is_idle(word)) all.stems.push_back(stem(word));
    name += word;
    ++parts;
    part.clear();
  };
  const auto end_of_name = [&] {
    end_of_part();
    if (parts > 1) all.names.push_back(name);
    name.clear();
    parts = 0;
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!is_of_word(c) && c != '_') {
      end_of_name();
      continue;
    }
    if (c == '_' || (is_upper(c) && !part.empty() && is_lower(part.back()))) end_of_part();
    if (c != '_') part += c;
  }
  end_of_name();
  return all;
}

std::set<std::string> stems_of(std::string_view text) {
  const WordsOfText words = words_of_text(text);
  return {words.stems.begin(), words.stems.end()};
}

}  // namespace

TextFinder::TextFinder(const std::vector<SearchableText>& texts, std::span<const Synonym> other_words) {
  static_assert(std::ranges::is_sorted(kIdle));
  double total = 0;
  for (const SearchableText& text : texts) {
    const WordsOfText said = words_of_text(text.title + ". " + text.body);
    Words of{stems_of(text.name), stems_of(text.title), {}, {}, words_of_text(text.title).with_idle};
    for (const std::string& word : said.stems) ++of.body[word];
    for (const std::string& name : said.names) ++of.body[name];
    for (size_t i = 1; i < said.stems.size(); ++i) of.pairs.insert(said.stems[i - 1] + ' ' + said.stems[i]);
    of.length = static_cast<double>(said.stems.size());
    total += of.length;
    known_.push_back(std::move(of));
  }
  for (Words& of : known_) of.length *= static_cast<double>(known_.size()) / std::max(total, 1.0);
  for (const auto& [said, meant] : other_words)
    for (const std::string& word : stems_of(said))
      for (const std::string& other : stems_of(meant)) other_words_.emplace(word, other);
}

double TextFinder::weight(const Words& of, const std::string& word) {
  const auto said = of.body.find(word);
  const double times = said == of.body.end() ? 0 : said->second;
  const double held_back = kSaturation * (1 - kLengthCounts + kLengthCounts * of.length);
  const double in_head = of.name.contains(word)    ? kWeightOfName
                         : of.title.contains(word) ? kWeightOfTitle
                                                   : 0;
  return in_head + times * (kSaturation + 1) / (times + held_back);
}

std::vector<size_t> TextFinder::about(std::string_view words, size_t most) const {
  const auto [order, whole, names] = words_of_text(words);
  std::map<std::string, int> asked;  // how many of the words mean it
  for (const std::string& word : std::set<std::string>(order.begin(), order.end())) {
    asked[word] = 1;
    for (auto [at, end] = other_words_.equal_range(word); at != end; ++at) ++asked[at->second];
  }
  for (const std::string& name : names) asked[name] = 1;
  std::map<std::string, double> rarity;
  for (const auto& entry : asked) {
    const std::string& word = entry.first;
    const int times = entry.second;
    const auto have = std::ranges::count_if(known_, [&](const Words& of) { return weight(of, word) > 0; });
    rarity[word] = times * std::log(1 + static_cast<double>(known_.size()) / static_cast<double>(1 + have));
  }
  std::vector<std::pair<double, size_t>> scored;
  for (size_t at = 0; at < known_.size(); ++at) {
    double score = 0;
    for (const auto& [word, rare] : rarity) score += weight(known_[at], word) * rare;
    for (size_t i = 1; i < order.size(); ++i)
      if (known_[at].pairs.contains(order[i - 1] + ' ' + order[i]))
        score += kWeightOfPair * (rarity[order[i - 1]] + rarity[order[i]]);
    // Among equal scores, the title closest to the question wins.
    if (score > 0)
      for (const std::string& word : whole)
        score += known_[at].whole_title.contains(word) ? kWeightOfWording : 0;
    if (score > 0) scored.emplace_back(score, at);
  }
  std::ranges::stable_sort(scored, std::greater(), &std::pair<double, size_t>::first);
  std::vector<size_t> best;
  for (const auto& [score, at] : scored)
    if (best.size() < most && score >= kWorstOfBest * scored.front().first) best.push_back(at);
  return best;
}

}  // namespace nsys_ai

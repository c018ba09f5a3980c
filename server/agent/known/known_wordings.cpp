// Sets of words against sets of words, among the wordings with the same kinds of slots.
#include "agent/known/known_wordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>


namespace nsys_ai::inline agent {
namespace {

WordPair pair_of(WordId first, WordId second) { return (WordPair{first} << 32) | second; }

template <class T>
void sort_once(std::vector<T>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

// What only one of two sorted sets has, and the weight of what both have.
template <class T, class Weight>
double compare(const std::vector<T>& a, const std::vector<T>& b, const Weight& weight, std::type_identity_t<std::vector<T>>* differing) {
  double common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() || j != b.end();) {
    if (j == b.end() || (i != a.end() && *i < *j)) {
      if (differing) differing->push_back(*i);
      ++i;
    } else if (i == a.end() || *j < *i) {
      if (differing) differing->push_back(*j);
      ++j;
    } else {
      common += weight(*i);
      ++i;
      ++j;
    }
  }
  return common;
}

// Words that turn a question into another one: who says one of a row means what no other row says.
constexpr std::string_view kContrasts[] = {
    "before earlier prior until preced previous", "after later since next follow", "longest slowest biggest largest maximum max highest greatest worst most",
    "shortest fastest smallest minimum min lowest quickest least fewest",
    "longer more greater larger above exceed over higher least beyond", "shorter less fewer smaller below under lower most within",
    "share fraction percent percentage proportion portion part ratio", "number count many often times", "divid per ratio quotient",
    "start begin began starts begun beginning", "end finish ends finished return", "without exclud except other apart missing lack not no", "short", "full demangled", "last final latest",
    "byte bytes size volume", "bandwidth speed fast rate throughput", "differ difference minus exceed", "both simultaneous same concurrent simultaneously overlap overlapp once", "idle gap hole nothing wait",
    "name named called which", "distinct different unique"};

constexpr uint32_t kHard = 0b1001111;

// What is asked of a query's things stands first in it.
std::vector<std::string> parts_of(const std::string& query) {
  size_t end = query.find(' ');
  if (end != std::string::npos) end = query.find(' ', end + 1);
  std::vector<std::string> parts = {">" + query.substr(0, end)};
  for (size_t at = 0; at < query.size();) {
    const size_t stop = std::min(query.find(' ', at), query.size());
    parts.push_back(">" + query.substr(at, stop - at));
    at = stop + 1;
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

uint32_t contrasts_in(const std::vector<std::string>& words) {
  uint32_t bits = 0;
  for (size_t row = 0; row < std::size(kContrasts); ++row) {
    const std::string padded = fmt::format(" {} ", kContrasts[row]);
    for (const std::string& word : words)
      if (padded.find(" " + word + " ") != std::string::npos) bits |= 1U << row;
  }
  return bits;
}

}  // namespace

double WordingWeights::probability(const WordingPair& pair) const {
  double sum = bias + alike * pair.alike + differing * pair.differing + support * pair.support +
               rival * pair.rival + opposed * pair.opposed;
  for (const WordId id : pair.words)
    if (const auto found = words.find(id); found != words.end()) sum += found->second;
  for (const WordPair each : pair.pairs)
    if (const auto found = pairs.find(each); found != pairs.end()) sum += found->second;
  for (const WordPair each : pair.crossed)
    if (const auto found = crossed.find(each); found != crossed.end()) sum += found->second;
  return 1 / (1 + std::exp(-sum));
}

std::string what_is_asked(std::string_view query_template) {
  std::string asked = without_marks(query_template);
  const auto replace = [&](std::string_view from, std::string_view by) {
    if (const size_t at = asked.find(from); at != std::string::npos) asked.replace(at, from.size(), by);
  };
  replace(" divided by ", " as a percentage of ");
  replace("time in which kernels and copies run", "time in which copies and kernels run");
  if (const size_t minus = asked.find(" minus "); minus != std::string::npos && !asked.starts_with("difference")) {
    const std::string first = asked.substr(0, minus), second = asked.substr(minus + 7);
    const size_t place = first.rfind(' '), other = second.rfind(' ');
    if (place != std::string::npos && other != std::string::npos && first.substr(0, place) == second.substr(0, other))
      asked = "difference of " + first + " minus " + second.substr(other + 1);
  }
  return asked;
}

WordId KnownWordings::id(const std::string& word) const {
  const auto found = word_ids_.find(word);
  return found == word_ids_.end() ? kUnseen : found->second;
}

WordId KnownWordings::make_id(const std::string& word) {
  const auto [at, is_new] = word_ids_.emplace(word, static_cast<WordId>(words_.size()));
  if (is_new) words_.push_back(word);
  return at->second;
}

WordSets KnownWordings::sets_of(const std::vector<WordId>& words) const {
  WordSets sets;
  sets.words = words;
  WordId before = kBegin;
  for (const WordId id : words) {
    sets.pairs.push_back(pair_of(before, id));
    before = id;
    sets.unseen += id == kUnseen ? 1 : 0;
  }
  sets.pairs.push_back(pair_of(before, kEnd));
  sort_once(sets.words);
  sort_once(sets.pairs);
  return sets;
}

double KnownWordings::weight_of_word(WordId id) const {
  const double of = id < of_word_.size() && id != kUnseen ? of_word_[id] : 0;
  return std::log((static_cast<double>(count_) + 1) / (of + 0.5));
}

double KnownWordings::weight_of_pair(WordPair pair) const {
  const auto found = of_pair_.find(pair);
  return std::log((static_cast<double>(count_) + 1) / ((found == of_pair_.end() ? 0 : found->second) + 0.5));
}

double KnownWordings::weight_of(const WordSets& sets) const {
  double weight = static_cast<double>(sets.unseen > 0 ? sets.unseen - 1 : 0) * weight_of_word(kUnseen);
  for (const WordId id : sets.words) weight += weight_of_word(id);
  for (const WordPair pair : sets.pairs) weight += weight_of_pair(pair);
  return weight;
}

void KnownWordings::add(std::string_view query_template, const Frame& wording) {
  const std::string query(query_template);
  const auto [known, is_new] = query_ids_.emplace(query, static_cast<uint32_t>(queries_.size()));
  if (is_new) queries_.push_back(query);
  const auto asked = asked_ids_.emplace(what_is_asked(query), static_cast<uint32_t>(asked_ids_.size()));
  std::vector<WordId> ids;
  for (const std::string& word : wording.words) ids.push_back(make_id(word));
  WordSets sets = sets_of(ids);
  sets.contrasts = contrasts_in(wording.words);
  std::vector<WordId> parts;
  for (const std::string& part : parts_of(without_marks(query))) parts.push_back(make_id(part));
  by_signature_[wording.signature()].push_back({std::move(sets), known->second, asked.first->second,
                                                std::move(parts), static_cast<uint32_t>(count_)});
  ++count_;
}

void KnownWordings::weigh() {
  of_word_.assign(words_.size(), 0);
  answered_with_.assign(words_.size(), 0);
  for (const auto& [signature, all] : by_signature_)
    for (const KnownWording& known : all) {
      const bool answered = queries_[known.query] != kNothingAsked;
      for (const WordId id : known.sets.words) {
        ++of_word_[id];
        answered_with_[id] += answered ? 1 : 0;
      }
      for (const WordPair pair : known.sets.pairs) ++of_pair_[pair];
    }
  for (auto& [signature, all] : by_signature_)
    for (KnownWording& known : all) known.sets.weight = weight_of(known.sets);
}

const std::vector<KnownWording>& KnownWordings::of_signature(const std::string& signature) const {
  static const std::vector<KnownWording> none;
  const auto found = by_signature_.find(signature);
  return found == by_signature_.end() ? none : found->second;
}

std::vector<WordingPair> KnownWordings::candidates(const Frame& question, const Skipped& skipped) const {
  constexpr size_t kLooked = 80, kTaken = 12, kOfOneQuery = 2, kSupporting = 6;
  std::vector<WordId> ids;
  for (const std::string& word : question.words) ids.push_back(id(word));
  WordSets sets = sets_of(ids);
  sets.weight = weight_of(sets);
  sets.contrasts = contrasts_in(question.words);
  const auto of_word = [&](WordId id) { return weight_of_word(id); };
  const auto of_pair = [&](WordPair pair) { return weight_of_pair(pair); };
  struct Near {
    double alike;
    const KnownWording* known;
  };
  std::vector<Near> near;
  for (const KnownWording& known : of_signature(question.signature())) {
    if (skipped && skipped(known)) continue;
    const bool exact = sets.words == known.sets.words && sets.pairs == known.sets.pairs;
    if (!exact && queries_[known.query] == kReadOtherwise) continue;
    if (((sets.contrasts ^ known.sets.contrasts) & kHard) != 0) continue;
    const double common = compare(sets.words, known.sets.words, of_word, nullptr) +
                          compare(sets.pairs, known.sets.pairs, of_pair, nullptr);
    near.push_back({2 * common / (sets.weight + known.sets.weight), &known});
  }
  const size_t looked = std::min(kLooked, near.size());
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(looked), near.end(),
                    [](const Near& a, const Near& b) {
                      return a.alike != b.alike ? a.alike > b.alike : a.known->place < b.known->place;
                    });
  near.resize(looked);
  std::map<uint32_t, size_t> taken;
  std::erase_if(near, [&](const Near& each) { return ++taken[each.known->asked] > kOfOneQuery; });
  if (near.size() > kTaken) near.resize(kTaken);
  std::vector<WordingPair> pairs;
  for (const Near& each : near) {
    WordingPair pair;
    pair.known = each.known;
    compare(sets.words, each.known->sets.words, of_word, &pair.words);
    compare(sets.pairs, each.known->sets.pairs, of_pair, &pair.pairs);
    for (const WordId id : sets.words)
      for (const WordId part : each.known->parts) pair.crossed.push_back(pair_of(id, part));
    pair.exact = pair.words.empty() && pair.pairs.empty();
    pair.alike = each.alike;
    pair.differing = static_cast<double>(pair.words.size());
    pair.opposed = std::popcount(sets.contrasts ^ each.known->sets.contrasts);
    for (size_t i = 0; i < near.size(); ++i) {
      const bool same = near[i].known->asked == each.known->asked;
      if (same && i < kSupporting) pair.support += near[i].alike;
      if (!same) pair.rival = std::max(pair.rival, near[i].alike);
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace nsys_ai::inline agent

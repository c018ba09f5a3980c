// Sets of words against sets of words, among the wordings with the same kinds of slots.
#include "agent/known/known_wordings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "agent/known/query_template.h"

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
double compare(const std::vector<T>& a, const std::vector<T>& b, const Weight& weight,
               std::type_identity_t<std::vector<T>>* differing) {
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

// Words that turn a question into another one: who says one of a row means what no other row says. In a hard
// row two wordings must not differ: nothing makes up for it.
struct Contrast {
  std::string_view words;
  bool hard = false;
};
constexpr Contrast kContrasts[] = {
    {"before earlier prior until preced previous", true},
    {"after later since next follow", true},
    {"longest slowest biggest largest maximum max highest greatest worst most", true},
    {"shortest fastest smallest minimum min lowest quickest least fewest", true},
    {"longer more greater larger above exceed over higher least beyond"},
    {"shorter less fewer smaller below under lower most within"},
    {"share fraction percent percentage proportion portion part ratio divid quotient", true},
    {"number count many often times"},
    {"per"},
    {"start begin began starts begun beginning"},
    {"end finish ends finished return"},
    {"without exclud except other apart missing lack not no leav aside ignor omitt", true},
    {"short"},
    {"full demangled"},
    {"last final latest"},
    {"byte bytes size volume"},
    {"bandwidth speed fast rate throughput"},
    {"differ difference minus", true},
    {"both simultaneous same concurrent simultaneously overlap overlapp once"},
    {"idle gap hole nothing wait"},
    {"name named called which"},
    {"distinct different unique"}};

constexpr uint32_t kHard = [] {
  uint32_t bits = 0;
  for (size_t row = 0; row < std::size(kContrasts); ++row) bits |= kContrasts[row].hard ? 1U << row : 0U;
  return bits;
}();

// What is asked of a query's things stands first in it.
std::vector<std::string> query_parts(const std::string& query) {
  size_t end = query.find(' ');
  if (end != std::string::npos) end = query.find(' ', end + 1);
  std::vector<std::string> parts = {">" + query.substr(0, end)};
  for (size_t at = 0; at < query.size();) {
    const size_t stop = std::min(query.find(' ', at), query.size());
    const std::string word = query.substr(at, stop - at);
    if (!is_one_of({word, word}, {"a", "and", "in", "named", "of", "on", "the", "to", "with"}))
      parts.push_back(">" + word);
    at = stop + 1;
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

// A bit for each row that a word of the wording stands in.
uint32_t contrasts_in(const std::vector<std::string>& words) {
  static const std::unordered_map<std::string_view, uint32_t> rows = [] {
    std::unordered_map<std::string_view, uint32_t> bits;
    for (size_t row = 0; row < std::size(kContrasts); ++row)
      for (std::string_view rest = kContrasts[row].words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        bits[word] |= 1U << row;
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      }
    return bits;
  }();
  uint32_t bits = 0;
  for (const std::string& word : words)
    if (const auto found = rows.find(word); found != rows.end()) bits |= found->second;
  return bits;
}

bool are_opposed(uint32_t contrasts, uint32_t others) { return ((contrasts ^ others) & kHard) != 0; }

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

uint32_t KnownWordings::make_query(std::string_view query_template) {
  // Wordings of one query are added one after the other.
  if (!queries_.empty() && queries_.back().text == query_template)
    return static_cast<uint32_t>(queries_.size()) - 1;
  const auto [at, is_new] = query_ids_.emplace(query_template, static_cast<uint32_t>(queries_.size()));
  if (!is_new) return at->second;
  const std::string asked = what_is_asked(query_template);
  const uint32_t id = asked_ids_.emplace(asked, static_cast<uint32_t>(asked_ids_.size())).first->second;
  KnownQuery query{std::string(query_template), id, {}};
  for (const std::string& part : query_parts(without_marks(query_template)))
    query.parts.push_back(make_id(part));
  queries_.push_back(std::move(query));
  return at->second;
}

void KnownWordings::add(std::string_view query_template, const Frame& wording) {
  const uint32_t query = make_query(query_template);
  std::vector<WordId> ids;
  for (const std::string& word : wording.words) ids.push_back(make_id(word));
  WordSets sets = sets_of(ids);
  sets.contrasts = contrasts_in(wording.words);
  by_signature_[wording.signature()].push_back(
      {std::move(sets), query, queries_[query].asked, static_cast<uint32_t>(count_)});
  ++count_;
}

void KnownWordings::weigh() {
  of_word_.assign(words_.size(), 0);
  answered_with_.assign(words_.size(), 0);
  for (const auto& [signature, all] : by_signature_)
    for (const KnownWording& known : all) {
      const bool answered = queries_[known.query].text != kNothingAsked;
      for (const WordId id : known.sets.words) {
        ++of_word_[id];
        answered_with_[id] += answered ? 1 : 0;
      }
      for (const WordPair pair : known.sets.pairs) ++of_pair_[pair];
    }
  std::vector<std::set<uint32_t>> queries(words_.size());
  said_.assign(asked_ids_.size(), {});
  for (auto& [signature, all] : by_signature_)
    for (KnownWording& known : all) {
      known.sets.weight = weight_of(known.sets);
      for (const WordId id : known.sets.words) queries[id].insert(known.asked);
      auto& said = said_[known.asked];
      said.insert(said.end(), known.sets.words.begin(), known.sets.words.end());
    }
  queries_with_.clear();
  for (const std::set<uint32_t>& of : queries) queries_with_.push_back(static_cast<uint32_t>(of.size()));
  for (auto& said : said_) sort_once(said);
}

// What is said with many queries says nothing of any; another word may be a condition that this query lacks.
bool KnownWordings::is_strange(uint32_t asked, const std::vector<WordId>& words) const {
  constexpr uint32_t kGeneral = 30;
  const std::vector<WordId>& said = said_[asked];
  return std::any_of(words.begin(), words.end(), [&](WordId id) {
    return id != kUnseen && queries_with_[id] < kGeneral && !std::binary_search(said.begin(), said.end(), id);
  });
}

bool KnownWordings::may_say(std::string_view query_template, const std::vector<std::string>& words) const {
  const auto asked = asked_ids_.find(what_is_asked(query_template));
  if (asked == asked_ids_.end() || (contrasts_in(words) & kHard) != 0) return false;
  std::vector<WordId> ids;
  for (const std::string& word : words) ids.push_back(id(word));
  return std::find(ids.begin(), ids.end(), kUnseen) == ids.end() && !is_strange(asked->second, ids);
}

const std::vector<KnownWording>& KnownWordings::of_signature(const std::string& signature) const {
  static const std::vector<KnownWording> none;
  const auto found = by_signature_.find(signature);
  return found == by_signature_.end() ? none : found->second;
}

bool KnownWordings::has_asked(const Frame& question, std::string_view query_template) const {
  const auto asked = asked_ids_.find(what_is_asked(query_template));
  if (asked == asked_ids_.end()) return false;
  const uint32_t contrasts = contrasts_in(question.words);
  const auto& all = of_signature(question.signature());
  return std::any_of(all.begin(), all.end(), [&](const KnownWording& known) {
    return known.asked == asked->second && !are_opposed(contrasts, known.sets.contrasts);
  });
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
    if (!exact && queries_[known.query].text == kReadOtherwise) continue;
    if (are_opposed(sets.contrasts, known.sets.contrasts)) continue;
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
      for (const WordId part : queries_[each.known->query].parts) pair.crossed.push_back(pair_of(id, part));
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
  for (WordingPair& pair : pairs) pair.strange = is_strange(pair.known->asked, sets.words);
  return pairs;
}

}  // namespace nsys_ai::inline agent

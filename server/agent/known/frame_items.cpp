// Names, numbers with their words, phrases of the lexicon that name, then words.
#include "agent/known/frame_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "agent/ask/lexicon.h"
#include "agent/ask/scaled_number.h"
#include "base/quantity.h"

namespace nsys_ai::inline agent {
namespace {

constexpr std::array<std::string_view, 12> kOrdinalWords = {"first", "second", "third",    "fourth",
                                                            "fifth", "sixth",  "seventh",  "eighth",
                                                            "ninth", "tenth",  "eleventh", "twelfth"};
constexpr std::array<std::string_view, 11> kNumberWords = {"zero", "one",   "two",   "three", "four", "five",
                                                           "six",  "seven", "eight", "nine",  "ten"};

template <size_t N>
std::optional<int64_t> index_in(const std::array<std::string_view, N>& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return found - words.begin();
}

class FrameReader {
 public:
  FrameReader(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names)
      : tokens_(tokens), names_(names) {
    numbers_.tokens = tokens;
  }

  std::vector<FrameItem> items() {
    for (at_ = 0; at_ < tokens_.size();)
      if (!name() && !placeholder() && !numbered_place() && !window() && !rank() && !statistic() &&
          !quantity() && !phrase())
        word();
    return std::move(items_);
  }

 private:
  bool says(size_t at, std::initializer_list<std::string_view> words) const {
    return says_at(tokens_, at, words);
  }

  bool add(char kind, std::string text, size_t tokens) {
    items_.push_back({"", {kind, std::move(text)}, true});
    at_ += tokens;
    return true;
  }

  void drop_word(std::initializer_list<std::string_view> words) {
    if (!items_.empty() && !items_.back().is_slot &&
        std::find(words.begin(), words.end(), items_.back().word) != words.end())
      items_.pop_back();
  }

  bool name() {
    const auto found =
        std::find_if(names_.begin(), names_.end(), [&](const NamedSpan& n) { return n.at == at_; });
    if (found == names_.end()) return false;
    return add(slot_kind_of(found->kind), quoted_name(found->text), found->tokens);
  }

  bool placeholder() {
    const std::string& raw = tokens_[at_].word;
    if (raw.size() < 3 || raw.front() != '{') return false;
    const size_t end = raw.find('}');
    if (end == std::string::npos) return false;
    const std::string inner = raw.substr(1, end - 1);
    for (const Placeholder& known : kPlaceholders)
      if (inner.starts_with(known.word) && inner.size() <= known.word.size() + 1)
        return add(known.kind, raw.substr(0, end + 1), 1);
    return false;
  }

  std::optional<int64_t> whole_number(size_t at) const {
    if (at >= tokens_.size() || tokens_[at].quoted || !tokens_[at].number ||
        !tokens_[at].number->unit.empty())
      return std::nullopt;
    const double value = tokens_[at].number->value;
    if (value < 0 || value != std::floor(value) || value > 9e15) return std::nullopt;
    return static_cast<int64_t>(value);
  }

  // `GPU 0`, `GPUs 0 and 1`, `stream 7`, `process 144`, `thread 99`.
  bool numbered_place() {
    struct Place {
      std::initializer_list<std::string_view> words;
      char kind;
      const char* word;
    };
    static const std::array<Place, 4> kKinds = {{{{"gpu", "gpus", "device", "devices", "card"}, 'g', "GPU"},
                                                 {{"stream", "streams"}, 's', "stream"},
                                                 {{"process", "processes", "pid", "pids"}, 'p', "process"},
                                                 {{"thread", "threads", "tid"}, 't', "thread"}}};
    for (const Place& place : kKinds) {
      if (tokens_[at_].quoted ||
          std::find(place.words.begin(), place.words.end(), tokens_[at_].word) == place.words.end())
        continue;
      size_t number = at_ + 1;
      if (says(number, {"id", "number", "no"})) ++number;
      const auto first = whole_number(number);
      if (!first) return false;
      add(place.kind, fmt::format("{} {}", place.word, *first), number + 1 - at_);
      while (says(at_, {"and", "or", "vs", "versus", "minus"}) && whole_number(at_ + 1) &&
             !unit_behind(at_ + 1)) {
        items_.push_back({tokens_[at_].word, {}, false});
        add(place.kind, fmt::format("{} {}", place.word, *whole_number(at_ + 1)), 2);
      }
      return true;
    }
    return false;
  }

  bool unit_behind(size_t at) const {
    const ScaledNumber number = number_at(numbers_, at);
    return number.time || number.bytes;
  }

  // `60.2 s to 60.3 s`, `between 60.2 and 60.3 s`: times of the capture are in seconds.
  bool window() {
    const ScaledNumber from = number_at(numbers_, at_);
    if (from.tokens == 0 || from.bytes) return false;
    size_t second = at_ + from.tokens;
    if (says(second, {"up"}) && says(second + 1, {"to"}))
      second += 2;
    else if (says(second, {"and", "to", "until", "till"}))
      ++second;
    else if (!from.time)
      return false;  // `[60.2 s, 60.3 s]`
    const ScaledNumber to = number_at(numbers_, second);
    if (!to.time || !in_seconds(second, to)) return false;
    const double scale = from.time ? 1e-9 : 1;
    const double start = from.value * scale, end = to.value * 1e-9;
    if (from.time && !in_seconds(at_, from)) return false;
    drop_word({"between", "from"});
    return add('w', fmt::format("between {:.12g} s and {:.12g} s", start, end), second - at_ + to.tokens);
  }

  bool in_seconds(size_t at, const ScaledNumber& number) const {
    const std::string& unit = number.tokens == 2 ? tokens_[at + 1].word : tokens_[at].number->unit;
    return unit == "s" || unit == "sec" || unit == "secs" || unit.starts_with("second");
  }

  // `third`, `2nd`, `number two`, `runner-up`.
  bool rank() {
    const WordToken& token = tokens_[at_];
    if (token.quoted) return false;
    if (const auto place = index_in(kOrdinalWords, token.word)) {
      const bool unit =
          *place == 1 && at_ > 0 &&
          (tokens_[at_ - 1].number || is_one_of(tokens_[at_ - 1], {"per", "each", "every", "a", "one"}));
      return !unit && add('o', ordinal(*place + 1), 1);
    }
    if (token.word == "runner" && says(at_ + 1, {"up"})) return add('o', ordinal(2), 2);
    if (token.number && (token.number->unit == "st" || token.number->unit == "nd" ||
                         token.number->unit == "rd" || token.number->unit == "th")) {
      if (says(at_ + 1, {"percentile", "percentiles", "centile"})) return percentile(token.number->value, 2);
      return add('o', ordinal(static_cast<int64_t>(token.number->value)), 1);
    }
    if (!is_one_of(token, {"number", "place", "position", "no"})) return false;
    auto of = whole_number(at_ + 1);
    if (!of && at_ + 1 < tokens_.size()) of = index_in(kNumberWords, tokens_[at_ + 1].word);
    return of && *of > 0 && !unit_behind(at_ + 1) && add('o', ordinal(*of), 2);
  }

  // `mean`, `median`, `p95`, `percentile 95`.
  bool statistic() {
    const WordToken& token = tokens_[at_];
    if (is_one_of(token, {"mean", "average", "avg", "averages", "averaged"})) return add('a', "average", 1);
    if (is_one_of(token, {"median"})) return add('a', "median", 1);
    if (!token.quoted && token.word.size() > 1 && token.word[0] == 'p')
      if (const auto of = parse_real(token.word.substr(1)); of && *of >= 0 && *of <= 100)
        return percentile(*of, 1);
    if (is_one_of(token, {"percentile"}) && whole_number(at_ + 1))
      return percentile(static_cast<double>(*whole_number(at_ + 1)), 2);
    return false;
  }

  bool percentile(double of, size_t tokens) {
    return add('a', of == 50 ? "median" : fmt::format("p{:g}", of), tokens);
  }

  // `one millisecond`.
  bool worded_quantity() {
    const auto number = index_in(kNumberWords, tokens_[at_].word);
    if (!number || *number == 0 || tokens_[at_].quoted || at_ + 1 >= tokens_.size()) return false;
    ReadWords digits;
    digits.tokens = tokens_of(fmt::format("{} {}", *number, tokens_[at_ + 1].word));
    const ScaledNumber of = number_at(digits, 0);
    if (of.time && tokens_[at_ + 1].word != "second") return add('v', whole_time(std::llround(of.value)), 2);
    return of.bytes && add('z', fmt::format("{} bytes", std::llround(of.value)), 2);
  }

  // `the duration that 95 % of them do not exceed`.
  bool part_of_hundred() {
    const WordToken& token = tokens_[at_];
    if (!token.number || token.quoted) return false;
    const double of = token.number->value;
    const bool sign = token.number->unit == "%";
    const bool usual = of == 50 || of == 75 || of == 90 || of == 95 || of == 99;
    if (!usual || !(sign || says(at_ + 1, {"%", "percent"}))) return false;
    return says(at_ + (sign ? 1 : 2), {"of"}) && percentile(of, sign ? 1 : 2);
  }

  bool quantity() {
    const WordToken& token = tokens_[at_];
    if (worded_quantity() || part_of_hundred()) return true;
    if (token.quoted || !token.number) return false;
    const ScaledNumber number = number_at(numbers_, at_);
    constexpr double kBeyond = 9e18;  // what 64 bits hold
    if (std::abs(number.value) > kBeyond) return false;
    if (number.time) return add('v', whole_time(std::llround(number.value)), number.tokens);
    if (number.bytes) return add('z', fmt::format("{} bytes", std::llround(number.value)), number.tokens);
    return add('k', number.tokens > 0 ? fmt::format("{:.17g}", number.value) : token.raw, 1);
  }

  bool phrase() {
    if (tokens_[at_].quoted) return false;
    // A query says so before what names it.
    for (const auto& [before, kind] : {std::pair{"family", 'f'}, std::pair{"library", 'b'}})
      if (at_ > 0 && tokens_[at_ - 1].word == before && !phrase_at(tokens_, at_).meanings.empty())
        for (const Meaning& m : phrase_at(tokens_, at_).meanings)
          if (!m.text.empty()) return add(kind, std::string(m.text), phrase_at(tokens_, at_).tokens);
    const Phrase found = phrase_at(tokens_, at_);
    for (const auto& [role, kind] :
         {std::pair{Role::name, 'x'}, std::pair{Role::family, 'f'}, std::pair{Role::library, 'b'},
          std::pair{Role::direction, 'd'}, std::pair{Role::memory, 'm'}})
      for (const Meaning& m : found.meanings)
        if (m.role == role) {
          // `Compute the sum` and `sort the kernels` are no families.
          if (m.text == "compute" ||
              is_one_of(tokens_[at_], {"sort", "sorts", "sorted", "sorting", "rank", "ranked"}))
            return false;
          if (kind == 'd' && !says_both_ends(found.tokens)) return false;
          const std::string text = kind == 'x' ? quoted_name(std::string(m.text)) : std::string(m.text);
          return add(kind, text, found.tokens);
        }
    return false;
  }

  // `from the host` may be where a call was made.
  bool says_both_ends(size_t tokens) const {
    size_t ends = 0;
    for (size_t at = at_; at < at_ + tokens; ++at)
      ends += is_one_of(tokens_[at], {"host", "cpu", "device", "gpu"}) ? 1 : 0;
    return tokens == 1 || ends > 1 || is_one_of(tokens_[at_], {"peer"});
  }

  void word() {
    const WordToken& token = tokens_[at_++];
    // A name that nothing is called makes a question unlike any.
    if (token.quoted)
      items_.push_back({"", {'n', quoted_name(token.raw)}, true});
    else
      items_.push_back({token.word, {}, false});
  }

  const std::vector<WordToken>& tokens_;
  const std::vector<NamedSpan>& names_;
  ReadWords numbers_;
  std::vector<FrameItem> items_;
  size_t at_ = 0;
};

}  // namespace

char slot_kind_of(Subject subject) {
  switch (subject) {
    case Subject::kernel:
      return 'x';
    case Subject::range:
    case Subject::mark:
      return 'r';
    case Subject::call:
      return 'c';
    case Subject::os_call:
      return 'y';
    default:
      return 'n';
  }
}

std::vector<FrameItem> items_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names) {
  return FrameReader(tokens, names).items();
}

}  // namespace nsys_ai::inline agent

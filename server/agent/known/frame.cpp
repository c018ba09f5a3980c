// From left to right: names, numbers with their words, phrases of the lexicon that name, then words.
#include "agent/known/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

#include "agent/ask/lexicon.h"
#include "agent/ask/scaled_number.h"
#include "base/quantity.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

struct Item {
  std::string word;  // as it was typed, in lower case; empty for a slot
  Slot slot;
  bool is_slot = false;
};

char kind_of(Subject subject) {
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

constexpr std::array<std::string_view, 12> kPlaces = {"first",   "second", "third", "fourth", "fifth",    "sixth",
                                                      "seventh", "eighth", "ninth", "tenth",  "eleventh", "twelfth"};
constexpr std::array<std::string_view, 11> kNumbers = {"zero", "one", "two",   "three", "four", "five",
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

  std::vector<Item> items() {
    for (at_ = 0; at_ < tokens_.size();)
      if (!name() && !placeholder() && !numbered_place() && !window() && !rank() && !statistic() && !quantity() &&
          !phrase())
        word();
    return std::move(items_);
  }

 private:
  bool says(size_t at, std::initializer_list<std::string_view> words) const { return says_at(tokens_, at, words); }

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
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const NamedSpan& n) { return n.at == at_; });
    if (found == names_.end()) return false;
    return add(kind_of(found->kind), quoted_name(found->text), found->tokens);
  }

  bool placeholder() {
    const std::string& raw = tokens_[at_].word;
    if (raw.size() < 3 || raw.front() != '{') return false;
    const size_t end = raw.find('}');
    if (end == std::string::npos) return false;
    const std::string inner = raw.substr(1, end - 1);
    for (const auto& [text, kind] : {std::pair{"kernel", 'x'}, std::pair{"range", 'r'}, std::pair{"call", 'c'},
                                     std::pair{"oscall", 'y'}, std::pair{"name", 'n'}})
      if (inner.rfind(text, 0) == 0 && inner.size() <= std::string_view(text).size() + 1)
        return add(kind, raw.substr(0, end + 1), 1);
    return false;
  }

  std::optional<int64_t> whole_number(size_t at) const {
    if (at >= tokens_.size() || tokens_[at].quoted || !tokens_[at].number || !tokens_[at].number->unit.empty())
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
      if (tokens_[at_].quoted || std::find(place.words.begin(), place.words.end(), tokens_[at_].word) == place.words.end())
        continue;
      size_t number = at_ + 1;
      if (says(number, {"id", "number", "no"})) ++number;
      const auto first = whole_number(number);
      if (!first) return false;
      add(place.kind, fmt::format("{} {}", place.word, *first), number + 1 - at_);
      while (says(at_, {"and", "or", "vs", "versus", "minus"}) && whole_number(at_ + 1) && !unit_behind(at_ + 1)) {
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
    if (says(second, {"and", "to", "until", "till"})) ++second;
    else if (!from.time) return false;  // `[60.2 s, 60.3 s]`
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
    if (const auto place = index_in(kPlaces, token.word)) {
      const bool unit = *place == 1 && at_ > 0 && (tokens_[at_ - 1].number || is_one_of(tokens_[at_ - 1], {"per", "each", "every", "a", "one"}));
      return !unit && add('o', ordinal(*place + 1), 1);
    }
    if (token.word == "runner" && says(at_ + 1, {"up"})) return add('o', ordinal(2), 2);
    if (token.number && (token.number->unit == "st" || token.number->unit == "nd" || token.number->unit == "rd" ||
                         token.number->unit == "th")) {
      if (says(at_ + 1, {"percentile", "percentiles", "centile"})) return percentile(token.number->value, 2);
      return add('o', ordinal(static_cast<int64_t>(token.number->value)), 1);
    }
    if (!is_one_of(token, {"number", "place", "position", "no"})) return false;
    auto of = whole_number(at_ + 1);
    if (!of && at_ + 1 < tokens_.size()) of = index_in(kNumbers, tokens_[at_ + 1].word);
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
    const auto number = index_in(kNumbers, tokens_[at_].word);
    if (!number || *number == 0 || tokens_[at_].quoted || at_ + 1 >= tokens_.size()) return false;
    ReadWords digits;
    digits.tokens = tokens_of(fmt::format("{} {}", *number, tokens_[at_ + 1].word));
    const ScaledNumber of = number_at(digits, 0);
    if (of.time && tokens_[at_ + 1].word != "second") return add('v', whole_time(std::llround(of.value)), 2);
    return of.bytes && add('v', fmt::format("{} bytes", std::llround(of.value)), 2);
  }

  bool quantity() {
    const WordToken& token = tokens_[at_];
    if (worded_quantity()) return true;
    if (token.quoted || !token.number) return false;
    const ScaledNumber number = number_at(numbers_, at_);
    if (number.time) return add('v', whole_time(std::llround(number.value)), number.tokens);
    if (number.bytes) return add('v', fmt::format("{} bytes", std::llround(number.value)), number.tokens);
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
    for (const auto& [role, kind] : {std::pair{Role::name, 'l'}, std::pair{Role::family, 'f'}, std::pair{Role::library, 'b'},
                                     std::pair{Role::direction, 'd'}, std::pair{Role::memory, 'm'}})
      for (const Meaning& m : found.meanings)
        if (m.role == role) {
          // `Compute the sum` and `sort the kernels` are no families.
          if (m.text == "compute" || is_one_of(tokens_[at_], {"sort", "sorts", "sorted", "sorting", "rank", "ranked"})) return false;
          if (kind == 'd' && !says_both_ends(found.tokens)) return false;
          const std::string text = kind == 'l' ? quoted_name(std::string(m.text)) : std::string(m.text);
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
    if (token.quoted) items_.push_back({"", {'n', quoted_name(token.raw)}, true});
    else items_.push_back({token.word, {}, false});
  }

  const std::vector<WordToken>& tokens_;
  const std::vector<NamedSpan>& names_;
  ReadWords numbers_;
  std::vector<Item> items_;
  size_t at_ = 0;
};

constexpr std::string_view kScopes = "gpsw";

// What leads into a place: `on the`, `of`, and `in the window` where it is one of time.
bool leads_into(const std::string& word, char kind) {
  constexpr std::array<std::string_view, 14> kWords = {"on",   "of",     "in",    "for",   "at",   "by",  "within",
                                                       "with", "during", "over", "inside", "only", "the", "across"};
  constexpr std::array<std::string_view, 5> kOfTime = {"window", "interval", "timestamps", "seconds", "capture"};
  const auto is_in = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
  return is_in(kWords) || (kind == 'w' && is_in(kOfTime));
}

// Where a scope stands in a query, by its kind.
std::string led(char kind, const std::string& place) {
  return kind == 'w' ? place : (kind == 'p' ? "of " : "on ") + place;
}

// Words that set two things side by side: what is said behind them is of the second one alone.
bool says_two(const std::string& query) {
  for (const std::string_view words : {" to the ", " and the ", " divided by ", " as a percentage of ", " minus ", " plus ",
                                       " before the ", " after the ", " at the same time", "difference "})
    if ((" " + query).find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

namespace {

// What stands on one side of `divided by` alone is of that side alone, and of no other question.
bool is_even(const std::vector<std::string>& words) {
  const auto parting = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "divided" || word == "percentage" || word == "minus" || word == "plus";
  });
  if (parting == words.end() || (!words.empty() && words[0] == "difference")) return true;
  const auto marks = [](auto begin, auto end) {
    std::string all;
    for (; begin != end; ++begin)
      if (begin->starts_with('@')) all += *begin;
    return all;
  };
  return marks(words.begin(), parting) == marks(parting, words.end());
}

}  // namespace

std::string stem(std::string word) {
  std::erase(word, '\'');
  constexpr size_t kShortest = 4;
  for (const std::string_view ending : {"ing", "ed", "es", "s"})
    if (word.size() >= ending.size() + kShortest && word.ends_with(ending))
      return word.substr(0, word.size() - ending.size());
  return word;
}

std::string Frame::signature() const {
  std::set<std::string_view> named;
  std::string kinds;
  for (const std::string& word : words)
    if (word[0] == '<' && named.insert(word).second) kinds += word[1];
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

Frame frame_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names) {
  Frame frame;
  std::map<char, size_t> numbered;
  const auto slot_name = [&](const Slot& slot) {
    for (const auto& [name, known] : frame.slots)
      if (known.kind == slot.kind && ascii_lower(known.text) == ascii_lower(slot.text)) return name;
    std::string name = fmt::format("<{}{}>", slot.kind, numbered[slot.kind]++);
    frame.slots.emplace(name, slot);
    return name;
  };
  for (const Item& item : FrameReader(tokens, names).items())
    frame.words.push_back(item.is_slot ? slot_name(item.slot) : stem(item.word));
  for (const char kind : kScopes) {
    if (numbered[kind] != 1) continue;
    const std::string name = fmt::format("<{}0>", kind);
    std::vector<std::string> rest;
    for (std::string& word : frame.words) {
      if (word != name) {
        rest.push_back(std::move(word));
        continue;
      }
      while (!rest.empty() && leads_into(rest.back(), kind)) rest.pop_back();
    }
    frame.words = std::move(rest);
    frame.scopes.emplace(kind, frame.slots.at(name));
    frame.slots.erase(name);
  }
  return frame;
}

std::string template_of(std::string_view query, const Frame& question) {
  const std::vector<WordToken> tokens = tokens_of(query);
  std::vector<std::string> words;
  const auto before = [&](std::string_view word) { return !words.empty() && words.back() == word; };
  for (const Item& item : FrameReader(tokens, {}).items()) {
    if (!item.is_slot) {
      // The family of a kernel whose name is given says nothing more.
      const size_t count = words.size();
      if (item.word == "named" && count > 3 && words[count - 2] == "family" && words[count - 1][0] != '<')
        words.resize(count - 3);
      words.push_back(item.word);
      continue;
    }
    const char kind = item.slot.kind;
    const auto scope = question.scopes.find(kind);
    if (scope != question.scopes.end() && scope->second == item.slot) {
      if (kind != 'w' && (before("of") || before("on"))) words.pop_back();
      words.push_back(std::string("@") + kind);
      continue;
    }
    // A name in a query is quoted; what it is a name of is known from the question.
    const auto known = std::find_if(question.slots.begin(), question.slots.end(), [&](const auto& each) {
      return each.second.text == item.slot.text;
    });
    const bool constant = known == question.slots.end();
    // A number, a name or a place that the question does not name came from this profile alone.
    if (constant && (std::string_view("xrcyngpstwvk").find(kind) != std::string_view::npos || item.slot.text[0] == 'p'))
      return "";
    if (kind == 'f' && (before("of") || before("without"))) words.emplace_back("family");
    words.push_back(constant ? item.slot.text : known->first);
  }
  std::string text;
  if (!is_even(words)) return "";
  for (const std::string& word : words) (text += text.empty() ? "" : " ") += word;
  return text;
}

std::string without_marks(std::string_view query_template) {
  std::string text;
  for (size_t at = 0; at < query_template.size();) {
    const size_t end = std::min(query_template.find(' ', at), query_template.size());
    const std::string_view word = query_template.substr(at, end - at);
    if (!word.starts_with('@')) (text += text.empty() ? "" : " ") += word;
    at = end + 1;
  }
  return text;
}

bool uses_what_is_named(std::string_view query_template, const Frame& question) {
  const auto says_any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return query_template.find(word) != std::string_view::npos;
    });
  };
  return query_template == kNothingAsked || std::all_of(question.slots.begin(), question.slots.end(), [&](const auto& each) {
    const auto& [name, slot] = each;
    if (says_any({name})) return true;
    // An ordinal may be part of a way of saying: `from the first to the last operation`.
    if (slot.text == "1st") return true;
    // What is a mean, or of communication, anyway.
    if (slot.text == "average") return says_any({"bandwidth", "share", "interval", "rate"});
    return slot.text == "communication" && says_any({"communication", "overlap"});
  });
}

std::string filled(std::string_view query_template, const Frame& question) {
  if (!uses_what_is_named(query_template, question)) return "";
  std::string text;
  std::string placed;  // kinds of scopes that have their place
  std::string before;
  for (size_t at = 0; at < query_template.size();) {
    const size_t end = std::min(query_template.find(' ', at), query_template.size());
    std::string word(query_template.substr(at, end - at));
    at = end + 1;
    if (word.starts_with('@')) {
      placed += word[1];
      const auto scope = question.scopes.find(word[1]);
      if (scope == question.scopes.end()) {
        if (before == "starting") return "";
        continue;
      }
      word = led(word[1], scope->second.text);
    } else if (word.starts_with('<')) {
      const auto slot = question.slots.find(word);
      if (slot == question.slots.end()) return "";
      word = slot->second.text;
    }
    before = word;
    (text += text.empty() ? "" : " ") += word;
  }
  for (const auto& [kind, scope] : question.scopes) {
    if (placed.find(kind) != std::string::npos) continue;
    if (says_two(text)) return "";
    text += " " + led(kind, scope.text);
  }
  return text;
}

}  // namespace nsys_ai::inline agent

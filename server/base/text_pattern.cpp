// Finds literal parts one after the other; libc matches regular expressions.
#include "base/text_pattern.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <utility>

namespace nsys_ai {
namespace {

constexpr size_t kLongest = 1000;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Why an expression is not passed to libc: a back reference makes matching take unbounded time, and nested
// repetitions multiply the automaton's size.
std::string why_refused(std::string_view text) {
  constexpr int64_t kMaxCopies = 1000;
  int64_t copies = 1;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      if (text[at] >= '1' && text[at] <= '9') return "back references are not supported";
      continue;
    }
    if (text[at] != '{') continue;
    int64_t most = 1;
    int64_t number = 0;
    for (; at < text.size() && text[at] != '}'; ++at) {
      const bool digit = text[at] >= '0' && text[at] <= '9';
      number = digit ? std::min(kMaxCopies + 1, number * 10 + (text[at] - '0')) : 0;
      most = std::max(most, number);
    }
    copies *= most;
    if (copies > kMaxCopies) return "it repeats more than a thousand times";
  }
  return "";
}

}  // namespace

// A compiled expression. libc caches the automaton's states as it matches, so it is recompiled now and then
// to bound the cache.
class TextPattern::Regex {
 public:
  Regex(std::string text, int flags) : text_(std::move(text)), flags_(flags) {
    error_ = regcomp(&compiled_, text_.c_str(), flags_);
  }
  ~Regex() {
    if (error_ == 0) regfree(&compiled_);
  }
  Regex(const Regex&) = delete;
  Regex& operator=(const Regex&) = delete;

  std::shared_ptr<Regex> copy() const { return std::make_shared<Regex>(text_, flags_); }
  std::string error() const {
    if (error_ == 0) return "";
    std::array<char, 200> words{};
    regerror(error_, &compiled_, words.data(), words.size());
    std::string said = words.data();
    if (!said.empty()) said.front() = lower(said.front());
    return said;
  }
  bool matches(std::string_view text) {
    constexpr size_t kRememberedBytes = 16 << 20;
    read_ += text.size();
    if (read_ > kRememberedBytes) {
      regfree(&compiled_);
      error_ = regcomp(&compiled_, text_.c_str(), flags_);
      read_ = 0;
    }
    if (error_ != 0) return false;
    const std::string terminated(text.substr(0, kRegexReads));
    return regexec(&compiled_, terminated.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  std::string text_;
  int flags_;
  regex_t compiled_{};
  int error_ = 0;
  size_t read_ = 0;
};

std::string ascii_lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
  return lowered;
}

Result<TextPattern> TextPattern::make(std::string_view text, PatternOptions options) {
  if (text.empty())
    return fail(ErrorCode::bad_request, "There is nothing to look for.", "Give a part of a name.");
  if (text.size() > kLongest)
    return fail(ErrorCode::bad_request, fmt::format("What is looked for has {} characters.", text.size()),
                fmt::format("Give at most {}.", kLongest));
  TextPattern pattern;
  pattern.case_sensitive_ = options.case_sensitive;
  if (!options.regex) {
    std::string rest = options.case_sensitive ? std::string(text) : ascii_lower(text);
    for (size_t at = 0; at <= rest.size();) {
      const size_t star = std::min(rest.find('*', at), rest.size());
      if (star > at) pattern.pieces_.push_back(rest.substr(at, star - at));
      at = star + 1;
    }
    return pattern;
  }
  const int flags = REG_EXTENDED | REG_NOSUB | (options.case_sensitive ? 0 : REG_ICASE);
  std::string why = why_refused(text);
  if (why.empty()) {
    pattern.regex_ = std::make_shared<Regex>(std::string(text), flags);
    why = pattern.regex_->error();
  }
  if (!why.empty())
    return fail(ErrorCode::bad_request,
                fmt::format("\"{}\" is no regular expression that can be used: {}.", text, why),
                "Write it as for `grep -E`, or leave --regex out to look for the text as it is.");
  return pattern;
}

TextPattern TextPattern::containing(std::string_view text) {
  TextPattern pattern;
  pattern.case_sensitive_ = true;
  pattern.pieces_ = {std::string(text)};
  return pattern;
}

bool TextPattern::matches(std::string_view text) const {
  return regex_ ? regex_->matches(text) : has_in_order(text);
}

bool TextPattern::has_in_order(std::string_view text) const {
  const auto same = [&](char mine, char theirs) { return (case_sensitive_ ? mine : lower(mine)) == theirs; };
  for (const std::string& piece : pieces_) {
    const auto found = std::search(text.begin(), text.end(), piece.begin(), piece.end(), same);
    if (found == text.end()) return false;
    text.remove_prefix(static_cast<size_t>(found - text.begin()) + piece.size());
  }
  return true;
}

Fit TextPattern::fit(std::string_view text, PatternHoles holes) const {
  if (text.find(holes.hex) == std::string_view::npos && text.find(holes.digits) == std::string_view::npos)
    return matches(text) ? Fit::all : Fit::none;
  if (regex_) return Fit::some;
  const auto is_hole = [&](char c) { return c == holes.digits || c == holes.hex; };
  for (const std::string& piece : pieces_)
    if (std::any_of(piece.begin(), piece.end(), is_hole)) return Fit::none;
  if (has_in_order(text)) return Fit::all;
  return may_match(text, holes) ? Fit::some : Fit::none;
}

// Tracks all possible readings of the text at once; each is the position in the pieces that it has reached.
bool TextPattern::may_match(std::string_view text, PatternHoles holes) const {
  std::string wanted;
  std::vector<bool> waits;  // whether a piece begins there, so that any text may precede it
  for (const std::string& piece : pieces_) {
    wanted += piece;
    waits.resize(wanted.size(), false);
    waits[wanted.size() - piece.size()] = true;
  }
  std::vector<bool> met(wanted.size() + 1, false);
  met[0] = true;
  const auto step = [&](const std::vector<bool>& from, auto fits) {
    std::vector<bool> to(from.size(), false);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!from[i]) continue;
      if (waits[i]) to[i] = true;
      if (fits(wanted[i])) to[i + 1] = true;
    }
    return to;
  };
  for (const char c : text) {
    if (c != holes.digits && c != holes.hex) {
      met = step(met, [&](char of) { return of == (case_sensitive_ ? c : lower(c)); });
    } else {
      const auto fills = [&](char of) {
        const char digit = lower(of);
        return (digit >= '0' && digit <= '9') ||
               (c == holes.hex && ((digit >= 'a' && digit <= 'f') || digit == '-'));
      };
      met = step(met, fills);
      for (size_t i = 0; i < wanted.size(); ++i)
        if (met[i] && fills(wanted[i])) met[i + 1] = true;
    }
    if (met.back()) return true;
  }
  return false;
}

TextPattern TextPattern::copy() const {
  TextPattern pattern = *this;
  if (regex_) pattern.regex_ = regex_->copy();
  return pattern;
}

}  // namespace nsys_ai

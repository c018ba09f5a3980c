// Reads spans first; between them, words that look like identifiers.
#include "agent/grounding/mentions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "agent/grounding/text_spans.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

bool is_lower_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(),
                                      [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; });
}

// The end of a reference that begins at `at`; nullopt if none does.
std::optional<size_t> behind_reference(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() &&
         ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '_' || text[end] == '-'))
    ++end;
  if (end == at || end >= text.size() || text[end] != ':') return std::nullopt;
  const std::string_view kind = text.substr(at, end - at);
  if (kind == "finding") {
    size_t behind = end + 1;
    while (behind < text.size() && is_lower_word(text.substr(behind, 1))) ++behind;
    return behind > end + 1 ? std::optional(behind) : std::nullopt;
  }
  size_t behind = end;
  while (behind + 1 < text.size() && text[behind] == ':' && is_digit(text[behind + 1])) {
    ++behind;
    while (behind < text.size() && is_digit(text[behind])) ++behind;
  }
  return behind > end ? std::optional(behind) : std::nullopt;
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// K17, aten::mul, flash_fwd_kernel, cudaMalloc; not an ordinary word.
bool is_written_as_name(std::string_view word) {
  const bool joined = word.find('_') != word.npos || word.find("::") != word.npos;
  bool letter = false, number = false, inner = false;
  for (size_t at = 0; at < word.size(); ++at) {
    number = number || is_digit(word[at]);
    letter = letter || (is_word(word[at]) && !is_digit(word[at]) && word[at] != '_');
    inner = inner || (at > 0 && is_capital(word[at]) && word[at - 1] >= 'a' && word[at - 1] <= 'z');
  }
  return letter && (joined || number || inner);
}

std::string unquoted(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at)
    if (text.substr(at, 2) != "\\\"") plain += text[at];
  return plain;
}

class MentionReader {
 public:
  MentionReader(std::string_view text, const std::vector<Figure>& figures) : text_(text), figures_(figures) {}

  std::vector<NamedPart> read() {
    size_t at = 0;
    for (const TextSpan& span : text_spans(text_)) {
      words(at, span.begin);
      add_span(span);
      at = span.end;
    }
    words(at, text_.size());
    for (const Figure& figure : figures_)
      if (figure.kind == FigureKind::identity && !figure.noun.empty())
        mentions_.push_back({figure.begin, figure.end,
                             fmt::format("{} {}", figure.noun, static_cast<int64_t>(figure.value)), true,
                             false});
    std::stable_sort(mentions_.begin(), mentions_.end(),
                     [](const NamedPart& a, const NamedPart& b) { return a.begin < b.begin; });
    return std::move(mentions_);
  }

 private:
  bool in_figure(size_t begin, size_t end) const {
    const auto behind = std::upper_bound(figures_.begin(), figures_.end(), begin,
                                         [](size_t of, const Figure& figure) { return of < figure.end; });
    return behind != figures_.end() && behind->begin < end;
  }

  // A name may contain figures: `idle +9.010 ms`.
  bool is_figure(const TextSpan& span) const {
    return std::any_of(figures_.begin(), figures_.end(), [&](const Figure& figure) {
      return figure.begin == span.begin + span.mark && figure.end == span.end - span.mark;
    });
  }

  void add_span(const TextSpan& span) {
    const std::string_view inside = span.inside(text_);
    if (inside.empty()) return;
    if (const auto end = behind_reference(inside, 0); end && *end == inside.size())
      mentions_.push_back({span.begin, span.end, std::string(inside), false, true});
    else if (!is_figure(span))
      mentions_.push_back(
          {span.begin, span.end, span.code ? std::string(inside) : unquoted(inside), false, false});
    else
      words(span.begin + span.mark, span.end - span.mark);
  }

  void words(size_t at, size_t to) {
    while (at < to) {
      if (name_character(text_, at) == 0) {
        at = after_character(text_, at);
        continue;
      }
      if (const auto end = behind_reference(text_.substr(0, to), at)) {
        if (!in_figure(at, *end))
          mentions_.push_back({at, *end, std::string(text_.substr(at, *end - at)), false, true});
        at = *end;
        continue;
      }
      const size_t end = behind_word(at, to);
      const std::string_view word = text_.substr(at, end - at);
      if (is_written_as_name(word) && !in_figure(at, end))
        mentions_.push_back({at, end, std::string(word), false, false});
      at = end;
    }
  }

  size_t behind_word(size_t at, size_t to) const {
    while (at < to) {
      const size_t bytes = name_character(text_, at);
      const bool joint = at + 2 < to && text_.substr(at, 2) == "::" && name_character(text_, at + 2) > 0;
      if (bytes == 0 && !joint) break;
      at += bytes > 0 ? bytes : 2;
    }
    return std::min(at, to);
  }

  std::string_view text_;
  const std::vector<Figure>& figures_;
  std::vector<NamedPart> mentions_;
};

}  // namespace

std::vector<NamedPart> mentions_in(std::string_view text, const std::vector<Figure>& figures) {
  return MentionReader(text, figures).read();
}

}  // namespace nsys_ai

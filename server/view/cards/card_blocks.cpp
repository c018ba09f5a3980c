// Puts spans together.
#include "view/cards/card_blocks.h"

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai {

CardSpan strong(std::string text) { return {std::move(text), SpanStyle::strong}; }

CardSpan emphasised(std::string text) { return {std::move(text), SpanStyle::emphasis}; }

CardSpan code(std::string_view name) {
  constexpr size_t kWidth = 300;
  return {shortened(one_line(name), kWidth), SpanStyle::code};
}

CardSpan target_link(std::string_view text, std::string_view target) {
  return {std::string(text), SpanStyle::plain, std::string(target)};
}

CardWords& CardWords::operator+=(CardSpan span) {
  const auto is_plain = [](const CardSpan& of) { return of.style == SpanStyle::plain && of.target.empty(); };
  if (span.text.empty()) return *this;
  if (!spans.empty() && is_plain(spans.back()) && is_plain(span))
    spans.back().text += span.text;
  else
    spans.push_back(std::move(span));
  return *this;
}

CardWords& CardWords::operator+=(const CardWords& more) {
  for (const CardSpan& span : more.spans) *this += span;
  return *this;
}

CardWords spoken(std::string_view sentence) {
  CardWords words;
  while (!sentence.empty()) {
    const size_t mark = std::min(sentence.find_first_of("`*"), sentence.size());
    words += sentence.substr(0, mark);
    sentence.remove_prefix(mark);
    if (sentence.empty()) break;
    const size_t end = sentence.find(sentence.front(), 1);
    if (end == std::string_view::npos) {
      words += sentence;
      break;
    }
    const std::string_view marked = sentence.substr(1, end - 1);
    words += sentence.front() == '`' ? code(marked) : emphasised(std::string(marked));
    sentence.remove_prefix(end + 1);
  }
  return words;
}

void add_loss_notes(const LossNotes& losses, Card& card) {
  for (std::string& text : losses.notes()) {
    CardBlock note = CardNote{std::move(text)};
    if (std::ranges::find(card.blocks, note) == card.blocks.end()) card.blocks.push_back(std::move(note));
  }
}

}  // namespace nsys_ai

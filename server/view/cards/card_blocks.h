// A card, before any client draws it: what is said of one thing, as paragraphs, items and tables of words.
//
// Names from a profile stand in it as they are. Whoever draws it puts them on one line and escapes what its
// client would act on: view/cards/card_markdown.h, view/cards/card_text.h, and the clients that get blocks.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/loss_notes.h"

namespace nsys_ai {

enum class SpanStyle : uint8_t { plain, code, strong, emphasis };

// A piece of a sentence.
struct CardSpan {
  std::string text;
  SpanStyle style = SpanStyle::plain;
  std::string target = {};  // what it leads to (view/targets/target.h); empty where it leads nowhere

  friend bool operator==(const CardSpan&, const CardSpan&) = default;
};

CardSpan strong(std::string text);
CardSpan emphasised(std::string text);
// A name, cut to what a card has room for.
CardSpan code(std::string_view name);
CardSpan target_link(std::string_view text, std::string_view target);

// A sentence or a part of one, put together of texts and spans. Plain texts that follow each other are one
// span.
struct CardWords {
  std::vector<CardSpan> spans;

  CardWords() = default;
  CardWords(CardSpan span) { *this += std::move(span); }
  CardWords(const std::convertible_to<std::string_view> auto& text) {
    *this += CardSpan{std::string(std::string_view(text))};
  }
  template <class First, class Second, class... More>
  CardWords(First&& first, Second&& second, More&&... more) {
    *this += CardWords(std::forward<First>(first));
    *this += CardWords(std::forward<Second>(second));
    ((*this += CardWords(std::forward<More>(more))), ...);
  }

  bool empty() const { return spans.empty(); }
  CardWords& operator+=(CardSpan span);
  CardWords& operator+=(const CardWords& more);
  friend bool operator==(const CardWords&, const CardWords&) = default;
};

// A sentence of ours or of the book: what stands in backticks is code, what stands in asterisks emphasised.
CardWords spoken(std::string_view sentence);

struct CardParagraph {
  CardWords words;
  friend bool operator==(const CardParagraph&, const CardParagraph&) = default;
};
// Of a list, which the items that follow each other are.
struct CardItem {
  CardWords words;
  friend bool operator==(const CardItem&, const CardItem&) = default;
};
struct CardColumn {
  std::string title;
  bool number = false;  // set to the right
  friend bool operator==(const CardColumn&, const CardColumn&) = default;
};
struct CardTable {
  std::vector<CardColumn> columns;
  std::vector<std::vector<CardWords>> rows = {};
  // Whether Markdown pads its columns to equal width, for people who read its source; false where a cell is a
  // long text.
  bool lined_up = true;
  friend bool operator==(const CardTable&, const CardTable&) = default;
};
// What follows is about something else.
struct CardRule {
  friend bool operator==(const CardRule&, const CardRule&) = default;
};
// A note on missing data; the text has no full stop.
struct CardNote {
  std::string text;
  friend bool operator==(const CardNote&, const CardNote&) = default;
};
// The target has a place in time, which a client with a timeline can show.
struct TimelineLink {
  std::string target;
  friend bool operator==(const TimelineLink&, const TimelineLink&) = default;
};
constexpr std::string_view kTimelineWords = "Show on the timeline";

using CardBlock = std::variant<CardParagraph, CardItem, CardTable, CardRule, CardNote, TimelineLink>;

struct Card {
  std::vector<CardBlock> blocks;

  template <class... Words>
  void paragraph(Words&&... words) {
    blocks.emplace_back(CardParagraph{CardWords(std::forward<Words>(words)...)});
  }
  template <class... Words>
  void item(Words&&... words) {
    blocks.emplace_back(CardItem{CardWords(std::forward<Words>(words)...)});
  }
  void table(CardTable table) { blocks.emplace_back(std::move(table)); }
  void rule() { blocks.emplace_back(CardRule{}); }
  void add(const Card& more) { blocks.insert(blocks.end(), more.blocks.begin(), more.blocks.end()); }

  friend bool operator==(const Card&, const Card&) = default;
};

// What `draw` makes of each block, below each other: with an empty line between them but for items of one
// list, and without those of which it makes nothing.
template <class Draw>
std::string drawn_blocks(const Card& card, const Draw& draw) {
  std::string text;
  bool in_list = false;
  for (const CardBlock& block : card.blocks) {
    const bool is_item = std::holds_alternative<CardItem>(block);
    const std::string drawn = std::visit(draw, block);
    if (!text.empty() && !drawn.empty() && !(in_list && is_item)) text += "\n";
    text += drawn;
    in_list = is_item;
  }
  return text;
}

// Adds a note for each data loss that was reported while the card was made, each once.
void add_loss_notes(const LossNotes& losses, Card& card);

}  // namespace nsys_ai

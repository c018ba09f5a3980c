// One function a kind of block. Texts are escaped here, and nowhere else.
#include "view/cards/card_markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

class CardMarkdown {
 public:
  explicit CardMarkdown(const AddressOf& address_of) : address_of_(address_of) {}

  std::string operator()(const CardParagraph& paragraph) const { return words(paragraph.words) + "\n"; }
  std::string operator()(const CardItem& item) const { return "- " + words(item.words) + "\n"; }
  std::string operator()(const CardRule&) const { return "---\n"; }
  std::string operator()(const CardNote& note) const { return "*" + markdown_escaped(note.text) + ".*\n"; }
  std::string operator()(const TimelineLink& link) const {
    if (address_of_) return "";
    return fmt::format("[{}](timeline:{})\n", kTimelineWords, link.target);
  }

  std::string operator()(const CardTable& table) const {
    std::vector<std::vector<std::string>> lines = {{}};
    for (const CardColumn& column : table.columns) lines[0].push_back(markdown_escaped(column.title));
    for (const auto& row : table.rows) {
      lines.emplace_back();
      for (const CardWords& cell : row) lines.back().push_back(words(cell));
    }
    std::vector<size_t> widths(table.columns.size(), 0);
    if (table.lined_up)
      for (const auto& line : lines)
        for (size_t at = 0; at < line.size(); ++at)
          widths[at] = std::max(widths[at], display_width(line[at]));
    std::string text;
    for (const auto& line : lines) {
      text += "|";
      for (size_t at = 0; at < line.size(); ++at)
        text += " " + filled(line[at], widths[at], table.columns[at]) + " |";
      text += "\n";
      if (&line == lines.data()) text += line_below_header(table, widths);
    }
    return text;
  }

 private:
  std::string words(const CardWords& of) const {
    std::string text;
    for (const CardSpan& span : of.spans) text += word(span);
    return text;
  }

  std::string word(const CardSpan& span) const {
    const std::string text = styled(span);
    if (span.target.empty()) return text;
    const auto address = address_of_ ? address_of_(span.target) : "target:" + span.target;
    return address ? fmt::format("[{}]({})", text, *address) : text;
  }

  static std::string styled(const CardSpan& span) {
    switch (span.style) {
      case SpanStyle::code: {
        std::string text = one_line(span.text);
        std::ranges::replace(text, '`', '\'');
        return "`" + text + "`";
      }
      case SpanStyle::strong:
        return "**" + markdown_escaped(span.text) + "**";
      case SpanStyle::emphasis:
        return "*" + markdown_escaped(span.text) + "*";
      case SpanStyle::plain:
        break;
    }
    return markdown_escaped(span.text);
  }

  static std::string filled(const std::string& text, size_t width, const CardColumn& column) {
    const size_t used = display_width(text);
    const std::string blanks(width > used ? width - used : 0, ' ');
    return column.number ? blanks + text : text + blanks;
  }

  static std::string line_below_header(const CardTable& table, const std::vector<size_t>& widths) {
    std::string text = "|";
    for (size_t at = 0; at < widths.size(); ++at) {
      const bool number = table.columns[at].number;
      if (table.lined_up)
        text += std::string(widths[at] + 1, '-') + (number ? ":|" : "-|");
      else
        text += number ? "--:|" : ":--|";
    }
    return text + "\n";
  }

  const AddressOf& address_of_;
};

}  // namespace

std::string markdown_of(const Card& card, const AddressOf& address_of) {
  return drawn_blocks(card, CardMarkdown(address_of));
}

std::string markdown_of(const Card& card) { return markdown_of(card, {}); }

}  // namespace nsys_ai

// One function a kind of block.
#include "view/cards/card_text.h"

#include <algorithm>
#include <vector>

#include "base/text_table.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

std::string plain(const CardWords& words) {
  std::string text;
  for (const CardSpan& span : words.spans) {
    text += one_line(span.text);
    if (!span.target.empty() && span.target != span.text && span.target != "skill:" + span.text)
      text += " (" + span.target + ")";
  }
  return text;
}

class CardText {
 public:
  explicit CardText(size_t width) : width_(width) {}

  std::string operator()(const CardParagraph& paragraph) const { return lines(plain(paragraph.words), 0); }
  std::string operator()(const CardItem& item) const { return lines("- " + plain(item.words), 2); }
  std::string operator()(const CardNote& note) const { return lines(one_line(note.text) + ".", 0); }
  std::string operator()(const CardRule&) const { return ""; }
  std::string operator()(const TimelineLink&) const { return ""; }

  std::string operator()(const CardTable& table) const {
    std::vector<std::vector<std::string>> rows = {{}};
    for (const CardColumn& column : table.columns) rows[0].push_back(one_line(column.title));
    for (const auto& row : table.rows) {
      rows.emplace_back();
      for (const CardWords& cell : row) rows.back().push_back(plain(cell));
    }
    std::vector<size_t> widths(table.columns.size(), 0);
    for (const auto& row : rows)
      for (size_t at = 0; at < row.size(); ++at) widths[at] = std::max(widths[at], display_width(row[at]));
    std::string text;
    for (const auto& row : rows) {
      std::string line;
      for (size_t at = 0; at < row.size(); ++at) {
        const std::string blanks(widths[at] - display_width(row[at]), ' ');
        line += (at == 0 ? " " : "   ") + (table.columns[at].number ? blanks + row[at] : row[at] + blanks);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

 private:
  std::string lines(std::string_view words, size_t indent) const {
    std::string text;
    for (const std::string& line : wrapped_lines(words, {width_, 0, indent, true}))
      text += (text.empty() ? "" : std::string(indent, ' ')) + line + "\n";
    return text;
  }

  const size_t width_;
};

}  // namespace

std::string text_of(const Card& card, size_t width) { return drawn_blocks(card, CardText(width)); }

}  // namespace nsys_ai

// Lays a page out in lines.
#include "view/page_text.h"

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

class Layout {
 public:
  explicit Layout(size_t width) : width_(width) {}

  void line(std::string_view text = "") {
    out_.text += text;
    out_.text += '\n';
    ++line_;
  }

  void heading(std::string_view text, char under) {
    line(one_line(text));
    line(std::string(display_width(one_line(text)), under));
  }

  // Words of `text` over as many lines as it takes; `indent` blanks before each but what `first` begins.
  void wrapped(std::string_view text, size_t indent, std::string first = "") {
    std::string current = first.empty() ? std::string(indent, ' ') : std::move(first);
    bool any_word = false;
    size_t at = 0;
    while (at < text.size()) {
      size_t end = text.find(' ', at);
      if (end == std::string_view::npos) end = text.size();
      const std::string_view word = text.substr(at, end - at);
      at = end + 1;
      if (word.empty()) continue;
      if (any_word && display_width(current) + 1 + display_width(word) > width_) {
        line(current);
        current = std::string(indent, ' ');
        any_word = false;
      }
      if (any_word) current += ' ';
      current += word;
      any_word = true;
    }
    if (any_word) line(current);
  }

  void cell(std::string& current, const Cell& cell, size_t width) {
    const std::string text = one_line(cell.text);
    const size_t used = display_width(text);
    const std::string blanks(width > used ? width - used : 0, ' ');
    if (cell.number) current += blanks;
    if (!cell.target.empty())
      out_.marks.push_back({line_, current.size(), current.size() + text.size(), cell.target});
    current += text;
    if (!cell.number) current += blanks;
  }

  void table(const PageTable& table) {
    std::vector<size_t> widths(table.header.size(), 0);
    const auto measure = [&](const std::vector<Cell>& row) {
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], display_width(one_line(row[i].text)));
    };
    measure(table.header);
    for (const auto& row : table.rows) measure(row);
    const auto draw = [&](const std::vector<Cell>& row) {
      std::string current = "  ";
      for (size_t i = 0; i < row.size(); ++i) {
        if (i > 0) current += "  ";
        cell(current, row[i], widths[i]);
      }
      current.erase(current.find_last_not_of(' ') + 1);
      line(current);
    };
    draw(table.header);
    for (const auto& row : table.rows) draw(row);
    if (!table.caption.empty()) wrapped(one_line(table.caption), 2);
  }

  void facts(const Facts& facts) {
    size_t width = 0;
    for (const Fact& fact : facts.facts) width = std::max(width, display_width(fact.label));
    for (const Fact& fact : facts.facts) {
      std::string current = "  " + fact.label + std::string(width - display_width(fact.label), ' ') + "  ";
      cell(current, {fact.value.text, fact.value.target, std::nullopt, false}, 0);
      line(current);
    }
  }

  void finding(const PageFinding& finding) {
    std::string current = "  [" + finding.severity + "] ";
    cell(current, finding.title, 0);
    line(current);
    wrapped(one_line(finding.detail), 4);
    wrapped(one_line(finding.advice), 6, "    > ");
    if (finding.evidence.empty()) return;
    current = "    Look at ";
    for (size_t i = 0; i < finding.evidence.size(); ++i) {
      if (i > 0) current += ", ";
      cell(current, finding.evidence[i], 0);
    }
    line(current);
  }

  PageText take() { return std::move(out_); }

 private:
  size_t width_;
  size_t line_ = 0;
  PageText out_;
};

}  // namespace

PageText text_of(const Page& page, size_t width) {
  Layout layout(width);
  layout.heading(page.title, '=');
  const Block* before = nullptr;
  for (const Block& block : page.blocks) {
    const bool after_heading = before != nullptr && std::holds_alternative<Heading>(*before);
    if (!after_heading) layout.line();
    before = &block;
    if (const auto* heading = std::get_if<Heading>(&block)) layout.heading(heading->text, '-');
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) layout.wrapped(one_line(paragraph->text), 2);
    if (const auto* facts = std::get_if<Facts>(&block)) layout.facts(*facts);
    if (const auto* table = std::get_if<PageTable>(&block)) layout.table(*table);
    if (const auto* finding = std::get_if<PageFinding>(&block)) layout.finding(*finding);
  }
  return layout.take();
}

}  // namespace nsys_ai

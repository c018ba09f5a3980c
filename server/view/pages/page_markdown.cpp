// One function a kind of block.
#include "view/pages/page_markdown.h"

#include <fmt/format.h>

#include "base/text_table.h"

namespace nsys_ai::inline view {
namespace {

std::string words(std::string_view text) { return markdown_escaped(one_line(text)); }

std::string row_of(const std::vector<Cell>& cells) {
  std::string text = "|";
  for (const Cell& cell : cells) text += " " + words(cell.text) + " |";
  return text + "\n";
}

struct MarkdownWriter {
  std::string operator()(const Heading& heading) const { return fmt::format("## {}\n", words(heading.text)); }
  // The texts of our own paragraphs hold code in backticks, and no text of the profile.
  std::string operator()(const Paragraph& paragraph) const { return words(paragraph.text) + "\n"; }
  std::string operator()(const Facts& facts) const {
    std::string text;
    for (const Fact& fact : facts.facts)
      text += fmt::format("- **{}**: {}\n", fact.label, words(fact.value.text));
    return text;
  }
  std::string operator()(const PageTable& table) const {
    std::string text = row_of(table.header) + "|";
    for (const Cell& cell : table.header) text += cell.number ? " ---: |" : " --- |";
    text += "\n";
    for (const auto& row : table.rows) text += row_of(row);
    if (!table.caption.empty()) text += "\n" + words(table.caption) + "\n";
    return text;
  }
  std::string operator()(const Later& later) const { return words(later.text) + "\n"; }
  std::string operator()(const Picture&) const { return ""; }
  // The advice is Markdown of the book, and the references are ours.
  std::string operator()(const PageFinding& finding) const {
    std::string text = fmt::format("**{}: {}**\n\n{}\n\n> {}\n", finding.severity, words(finding.title.text),
                                   words(finding.detail), one_line(finding.advice));
    for (size_t i = 0; i < finding.evidence.size(); ++i)
      text += (i == 0 ? "\nLook at `" : ", `") + one_line(finding.evidence[i].text) + "`";
    return text + (finding.evidence.empty() ? "" : "\n");
  }
  // What only leads elsewhere is of no use in a document.
  std::string operator()(const Form&) const { return ""; }
  std::string operator()(const Links&) const { return ""; }
  std::string operator()(const CopyMenu&) const { return ""; }
  std::string operator()(const PlainText& plain) const { return fmt::format("```\n{}\n```\n", plain.text); }
};

}  // namespace

std::string markdown_of(const Page& page) {
  std::string text = fmt::format("# {}\n", words(page.title));
  each_block(page, [&](const Block& block) { text += "\n" + std::visit(MarkdownWriter{}, block); });
  return text;
}

}  // namespace nsys_ai::inline view

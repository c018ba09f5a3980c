// One function for each kind of block.
#include "view/pages/page_markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

std::string words(std::string_view text) { return markdown_escaped(one_line(text)); }

// Turns words with targets into links, like those of cards.
std::string linked(std::string_view text, const std::vector<Cell>& refs) {
  std::string out;
  while (!text.empty()) {
    size_t first = text.size();
    const Cell* at = nullptr;
    for (const Cell& ref : refs)
      if (const size_t found = text.find(ref.text); found < first) {
        first = found;
        at = &ref;
      }
    out += markdown_escaped(text.substr(0, first));
    text.remove_prefix(first);
    if (at == nullptr) break;
    out += fmt::format("[{}]({}:{})", words(at->text), at->view ? "timeline" : "target", at->target);
    text.remove_prefix(at->text.size());
  }
  return out;
}

// Sentences of the program put names into backticks; a name that contains backticks itself stays plain text.
std::string spoken(const Paragraph& paragraph) {
  const std::string text = one_line(paragraph.text);
  if (std::count(text.begin(), text.end(), '`') % 2 != 0) return linked(text, paragraph.refs);
  std::string out;
  for (size_t from = 0; from <= text.size();) {
    const size_t open = std::min(text.find('`', from), text.size());
    out += linked(std::string_view(text).substr(from, open - from), paragraph.refs);
    if (open == text.size()) break;
    const size_t close = text.find('`', open + 1);
    out += text.substr(open, close + 1 - open);
    from = close + 1;
  }
  return out;
}

std::string row_of(const std::vector<Cell>& cells) {
  std::string text = "|";
  for (const Cell& cell : cells) text += " " + words(cell.text) + " |";
  return text + "\n";
}

struct MarkdownWriter {
  std::string operator()(const Heading& heading) const { return fmt::format("## {}\n", words(heading.text)); }
  std::string operator()(const Paragraph& paragraph) const { return spoken(paragraph) + "\n"; }
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
  std::string operator()(const DeferredBlock& later) const { return words(later.text) + "\n"; }
  std::string operator()(const Folded& folded) const {
    std::string text;
    for (const std::string& line : folded.lines) text += fmt::format("- {}: {}\n", folded.text, words(line));
    return text;
  }
  std::string operator()(const Picture&) const { return ""; }
  std::string operator()(const Flame&) const { return ""; }
  // The advice is Markdown of the book, and the references are the program's own.
  std::string operator()(const PageFinding& finding) const {
    std::string text = fmt::format("**{}: {}**\n\n{}\n\n> {}\n", finding.severity, words(finding.title.text),
                                   words(finding.detail), one_line(finding.advice));
    for (size_t i = 0; i < finding.evidence.size(); ++i)
      text += (i == 0 ? "\nLook at `" : ", `") + one_line(finding.evidence[i].text) + "`";
    return text + (finding.evidence.empty() ? "" : "\n");
  }
  // Omits blocks that only link elsewhere, because they are useless in a document.
  std::string operator()(const Form&) const { return ""; }
  std::string operator()(const Links&) const { return ""; }
  std::string operator()(const CopyMenu&) const { return ""; }
  std::string operator()(const PlainText& plain) const { return fmt::format("```\n{}\n```\n", plain.text); }
};

}  // namespace

std::string markdown_of(const Page& page) {
  std::string text = page.title.empty() ? "" : fmt::format("# {}\n", words(page.title));
  each_block(page, [&](const Block& block) {
    text += (text.empty() ? "" : "\n") + std::visit(MarkdownWriter{}, block);
  });
  return text;
}

}  // namespace nsys_ai

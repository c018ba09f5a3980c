// Lays a page out in lines.
#include "view/pages/page_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text_table.h"
#include "view/pages/table_layout.h"
#include "view/targets/target_kinds.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

// Whether a row about the target is a section that people search for by name; single events are not.
bool has_section(const std::string& target) {
  const auto of = parse_target(target);
  return of && about(of->kind).section;
}

// Rows about something with a name, and rows with children are sections.
bool is_section(const PageTable& table, size_t at) {
  const auto& row = table.rows[at];
  if (row.empty()) return false;
  if (has_section(row[0].target)) return true;
  return at + 1 < table.rows.size() && !table.rows[at + 1].empty() &&
         table.rows[at + 1][0].indent > row[0].indent;
}

WordKind kind_of(const Cell& cell) {
  if (cell.kind != WordKind::plain) return cell.kind;
  if (cell.share && cell.text != "-") return WordKind::share;
  const auto target = parse_target(cell.target);
  return target ? about(target->kind).word : WordKind::plain;
}

// "share 12.3 %" or "calls 12": the first share of a row, otherwise its first number, with its header.
std::string detail_of(const PageTable& table, const std::vector<Cell>& row) {
  const auto named = [&](size_t at) {
    return fmt::format("{} {}", at < table.header.size() ? table.header[at].text : "", row[at].text);
  };
  for (size_t at = 0; at < row.size(); ++at)
    if (row[at].share && row[at].text != "-") return named(at);
  for (size_t at = 0; at < row.size(); ++at)
    if (row[at].number) return named(at);
  return "";
}

class Layout {
 public:
  explicit Layout(const PageLayout& options) : options_(options) {}

  void line(std::string_view text = "") {
    if (has_room()) {
      out_.text += text;
      out_.text += '\n';
    }
    ++line_;
  }

  // Ends the open sections of this level and deeper ones.
  void end(uint32_t level) {
    while (!open_.empty() && out_.sections[open_.back()].level >= level) {
      Section& section = out_.sections[open_.back()];
      section.last = line_ > section.first ? line_ - 1 : section.first;
      open_.pop_back();
    }
  }

  // Ends the sections that do not contain this one.
  void begin(Section section) {
    end(section.level);
    if (!has_room()) return;
    section.title = one_line(section.title);
    section.first = line_;
    open_.push_back(out_.sections.size());
    out_.sections.push_back(std::move(section));
  }

  void heading(const Heading& heading, char under) {
    std::string current;
    Cell text = text_only(options_.fit ? shortened(one_line(heading.text), options_.width) : heading.text,
                          heading.target);
    text.kind = WordKind::heading;
    cell(current, text, 0);
    line(current);
    line(std::string(display_width(current), under));
  }

  // Marks the words with targets, wherever wrapping puts them.
  void paragraph(const Paragraph& paragraph) {
    const size_t first = line_;
    const size_t begin = out_.text.size();
    wrapped(one_line(paragraph.text), options_.indent);
    size_t at = first;
    for (size_t from = begin; from < out_.text.size(); ++at) {
      const size_t end = out_.text.find('\n', from);
      const std::string_view words = std::string_view(out_.text).substr(from, end - from);
      for (const Cell& ref : paragraph.refs)
        if (const size_t found = words.find(ref.text); found != std::string_view::npos) {
          out_.marks.push_back({at, found, found + ref.text.size(), ref.target});
          word_at(at, found, ref);
        }
      from = end + 1;
    }
    const auto by_place = [](const auto& one, const auto& other) {
      return std::pair(one.line, one.begin) < std::pair(other.line, other.begin);
    };
    std::sort(out_.marks.begin(), out_.marks.end(), by_place);
    std::sort(out_.words.begin(), out_.words.end(), by_place);
  }

  // Wraps the words of `text`; each line but the first, which `first` begins, has `indent` blanks before it.
  void wrapped(std::string_view text, size_t indent, std::string first = "", const std::string& target = "") {
    std::string current = first.empty() ? std::string(indent, ' ') : std::move(first);
    const Wrapping wrapping{options_.width, display_width(current), indent, options_.fit};
    for (const std::string& words : wrapped_lines(text, wrapping)) {
      if (!target.empty() && has_room())
        out_.marks.push_back({line_, current.size(), current.size() + words.size(), target});
      line(current + words);
      current = std::string(indent, ' ');
    }
  }

  void cell(std::string& current, const Cell& cell, size_t width, const std::string* cut = nullptr) {
    const std::string text = cut != nullptr ? *cut : one_line(cell.text);
    const size_t used = display_width(text) + indent_of(cell);
    const std::string blanks(width > used ? width - used : 0, ' ');
    if (cell.number) current += blanks;
    current += std::string(indent_of(cell), ' ');
    if (!cell.target.empty() && has_room())
      out_.marks.push_back({line_, current.size(), current.size() + text.size(), cell.target});
    word(current.size(), text.size(), kind_of(cell));
    current += text;
    if (!cell.number) current += blanks;
  }

  void word(size_t begin, size_t size, WordKind kind) {
    if (kind != WordKind::plain && size > 0 && has_room())
      out_.words.push_back({line_, begin, begin + size, kind});
  }

  void word_at(size_t line, size_t begin, const Cell& cell) {
    if (const WordKind kind = kind_of(cell); kind != WordKind::plain)
      out_.words.push_back({line, begin, begin + cell.text.size(), kind});
  }

  void table(const PageTable& table) {
    const TablePlan laid = plan_table(table, options_.fit ? options_.width - options_.indent : kUnbounded);
    const auto draw = [&](const std::vector<Cell>& row, std::optional<size_t> at) {
      std::string current(options_.indent, ' ');
      for (const ColumnPlan& column : laid.columns) {
        if (column.at >= row.size()) continue;
        if (&column != laid.columns.data()) current += std::string(kBetweenColumns, ' ');
        cell(current, row[column.at], column.width, at && !column.cut.empty() ? &column.cut[*at] : nullptr);
      }
      current.erase(current.find_last_not_of(' ') + 1);
      line(current);
    };
    draw(table.header, std::nullopt);
    for (size_t at = 0; at < table.rows.size(); ++at) {
      const auto& row = table.rows[at];
      if (is_section(table, at))
        begin(
            {row[0].text, detail_of(table, row), 2 + std::min(row[0].indent, kDeepest), 0, 0, row[0].target});
      if (at > 0 && !laid.sentences.empty()) line();
      draw(row, at);
      sentences(table, laid, row);
    }
    end(2);
    if (!laid.skipped.empty())
      wrapped(fmt::format("A wider terminal, or --width, shows also: {}.", fmt::join(laid.skipped, ", ")),
              options_.indent);
    if (!table.caption.empty()) wrapped(one_line(table.caption), options_.indent);
  }

  // Writes the wide columns below their row, after their headings.
  void sentences(const PageTable& table, const TablePlan& laid, const std::vector<Cell>& row) {
    size_t width = 0;
    for (const size_t at : laid.sentences) width = std::max(width, display_width(table.header[at].text));
    for (const size_t at : laid.sentences) {
      if (row[at].text.empty() || row[at].text == "-") continue;
      const std::string& label = table.header[at].text;
      std::string first(options_.indent + 2, ' ');
      first += label + std::string(width - display_width(label) + kBetweenColumns, ' ');
      wrapped(one_line(row[at].text), first.size(), first);
    }
  }

  void facts(const Facts& facts) {
    size_t width = 0;
    for (const Fact& fact : facts.facts) width = std::max(width, display_width(fact.label));
    for (const Fact& fact : facts.facts) {
      std::string current = std::string(options_.indent, ' ') + fact.label +
                            std::string(width - display_width(fact.label), ' ') + "  ";
      // Keeps clickable text on one line if possible.
      if ((fact.value.target.empty() || options_.fit) && !fact.value.text.empty()) {
        wrapped(one_line(fact.value.text), display_width(current), current, fact.value.target);
        continue;
      }
      cell(current, text_only(fact.value.text, fact.value.target), 0);
      current.erase(current.find_last_not_of(' ') + 1);
      line(current);
    }
  }

  // Writes the description and all lines, because a text cannot be folded.
  void folded(const Folded& folded) {
    for (size_t i = 0; i < folded.lines.size(); ++i) {
      if (i > 0) line();
      wrapped(fmt::format("{}: {}", folded.text, one_line(folded.lines[i])), options_.indent);
    }
  }

  void finding(const PageFinding& finding) {
    begin({finding.title.text, finding.severity, 2, 0, 0, finding.title.target});
    std::string current = "  [" + finding.severity + "] ";
    word(3, finding.severity.size(), WordKind::severity);
    if (options_.fit) {
      wrapped(one_line(finding.title.text), 4, current, finding.title.target);
    } else {
      cell(current, finding.title, 0);
      line(current);
    }
    wrapped(one_line(finding.detail), 4);
    wrapped(one_line(finding.advice), 6, "    > ");
    if (!finding.evidence.empty()) {
      current = "    Look at ";
      for (size_t i = 0; i < finding.evidence.size(); ++i) {
        const bool last = i + 1 == finding.evidence.size();
        const std::string after = last ? "" : ",";
        if (options_.fit && i > 0 &&
            display_width(current) + display_width(finding.evidence[i].text) + 2 > options_.width) {
          line(current);
          current = std::string(6, ' ');
        } else if (i > 0) {
          current += ' ';
        }
        cell(current, finding.evidence[i], 0);
        current += after;
      }
      line(current);
    }
    end(2);
  }

  PageText take(std::string_view more) {
    end(0);
    if (line_ >= options_.max_lines) {
      const size_t hidden = line_ + 1 - options_.max_lines;
      out_.text +=
          fmt::format("  {} more line{} not shown here.{}{}\n", readable_count(static_cast<int64_t>(hidden)),
                      hidden == 1 ? " is" : "s are", more.empty() ? "" : " ", more);
      for (Section& section : out_.sections) section.last = std::min(section.last, options_.max_lines - 2);
    }
    return std::move(out_);
  }

 private:
  // Deeper rows of a tree become siblings, because clients limit the nesting of symbols.
  static constexpr uint32_t kDeepest = 30;

  // Reserves the last line for the remark about missing lines.
  bool has_room() const { return line_ + 1 < options_.max_lines; }
  static Cell text_only(const std::string& text, const std::string& target) {
    return {text, target, std::nullopt, false};
  }

  const PageLayout options_;
  size_t line_ = 0;
  std::vector<size_t> open_;  // indices in `sections`, outer before inner
  PageText out_;
};

}  // namespace

PageText text_of(const Page& page, const PageLayout& options) {
  Layout layout(options);
  layout.begin({page.title, "", 0});
  if (!page.title.empty()) layout.heading({page.title}, '=');
  bool after_heading = page.title.empty();
  each_block(page, [&](const Block& block) {
    // What only leads elsewhere has no text.
    if (std::holds_alternative<Links>(block) || std::holds_alternative<Form>(block) ||
        std::holds_alternative<CopyMenu>(block))
      return;
    const auto* heading = std::get_if<Heading>(&block);
    if (heading != nullptr) layout.end(1);
    if (!after_heading) layout.line();
    after_heading = heading != nullptr;
    if (heading != nullptr) {
      layout.begin({heading->text, "", 1, 0, 0, heading->target});
      layout.heading(*heading, '-');
    }
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) layout.paragraph(*paragraph);
    if (const auto* facts = std::get_if<Facts>(&block)) layout.facts(*facts);
    if (const auto* table = std::get_if<PageTable>(&block)) layout.table(*table);
    if (const auto* finding = std::get_if<PageFinding>(&block)) layout.finding(*finding);
    if (const auto* later = std::get_if<DeferredBlock>(&block)) layout.wrapped(later->text, 2);
    if (const auto* folded = std::get_if<Folded>(&block)) layout.folded(*folded);
  });
  return layout.take(page.more);
}

}  // namespace nsys_ai

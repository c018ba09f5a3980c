// Converts lines and table rows to rows of one form: the names in them, and their figures.
#include "agent/grounding/grounding_facts.h"

#include <algorithm>
#include <optional>

#include "agent/grounding/figure_words.h"
#include "agent/grounding/grounding_facts_contents.h"
#include "agent/grounding/mentions.h"
#include "agent/grounding/sentences.h"
#include "agent/grounding/text_spans.h"
#include "base/text_table.h"
#include "base/word_character.h"
#include "base/work.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

// What the numbers of a column mean: a count of kernels, or the number of a GPU.
struct ColumnNoun {
  std::string counted;
  std::string identified;
};
ColumnNoun noun_of_column(std::string_view name) {
  ColumnNoun noun;
  for (size_t at = 0; at < name.size();) {
    const size_t end = std::min(name.find_first_of("_ ", at), name.size());
    const std::string_view word = name.substr(at, end - at);
    if (noun.counted.empty()) noun.counted = counted_noun(word);
    // A column `streams` contains counts.
    const bool one = !word.ends_with('s') || word == "process";
    if (noun.identified.empty() && one) noun.identified = identified_noun(word);
    at = end + 1;
  }
  return noun;
}

// The cells of a line, separated by bars or by two or more blanks; a sentence is a single cell.
std::vector<std::string_view> cells_of_line(std::string_view line, bool& has_bars) {
  std::vector<std::string_view> cells;
  const auto spans = text_spans(line);
  const auto in_span = [&](size_t at) {
    return std::any_of(spans.begin(), spans.end(),
                       [at](const TextSpan& span) { return at > span.begin && at < span.end; });
  };
  has_bars = false;
  for (size_t at = line.find('|'); at != line.npos; at = line.find('|', at + 1))
    has_bars = has_bars || (!in_span(at) && (at == 0 || line[at - 1] != '\\'));
  size_t from = 0;
  const auto add = [&](size_t to) {
    std::string_view cell = line.substr(from, to - from);
    while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
    while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
    if (!cell.empty() || (has_bars && from > 0 && to < line.size())) cells.push_back(cell);
  };
  for (size_t at = 0; at < line.size(); ++at) {
    if (in_span(at)) continue;
    const bool bar = has_bars && line[at] == '|' && (at == 0 || line[at - 1] != '\\');
    const bool blanks = !has_bars && line.substr(at, 2) == "  ";
    if (!bar && !blanks) continue;
    add(at);
    from = at + 1;
  }
  add(line.size());
  return cells;
}

bool is_heading(const std::vector<std::string_view>& cells) {
  return cells.size() > 1 && std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
           return !cell.empty() && is_word(cell[0]) && !is_digit(cell[0]) &&
                  cell.find_first_of("\"`=;:.") == cell.npos && figures_in(cell).empty();
         });
}

// `60.401707 s`: only times on the clock have six decimals and are in seconds (base/text_table.h).
bool is_clock_text(std::string_view text) {
  const size_t point = text.find('.');
  return point != text.npos && text.ends_with(" s") && text.size() == point + 9;
}

// `---|---:` of a table in Markdown.
bool is_rule(std::string_view line) {
  return line.find('-') != line.npos && line.find_first_not_of("-|: ") == line.npos;
}

}  // namespace

// Adds rows to the contents.
class RowWriter {
 public:
  explicit RowWriter(GroundingFacts::Contents& contents) : contents_(contents) {
    contents_.rows.emplace_back();
  }

  void name(std::string_view name) {
    const auto [found, is_new] =
        contents_.name_numbers.try_emplace(std::string(name), static_cast<uint32_t>(contents_.names.size()));
    if (is_new) contents_.names.emplace_back(name);
    row().names.push_back(found->second);
  }
  void identity(std::string_view noun, int64_t number) {
    row().identities.push_back(std::string(noun) + " " + std::to_string(number));
  }
  void figure(Figure figure, std::string written, std::string_view column, bool is_clock) {
    contents_.figures.push_back({std::move(figure), std::move(written), std::string(column), is_clock,
                                 static_cast<uint32_t>(contents_.rows.size() - 1)});
  }

  // Sets the meaning that a table row gives to all its figures.
  void row_says(const TopicBits& said) { row_said_ = said; }

  // Adds a cell, or a line of sentences, which has no column.
  void text(std::string_view text, std::string_view column) {
    const ColumnNoun noun = noun_of_column(column);
    const auto figures = figures_in(text);
    const auto sentences = column.empty() ? sentences_of(text) : std::vector<TextSentence>();
    for (const Figure& found : figures) {
      Figure figure = found;
      const bool alone = found.end - found.begin == text.size();
      if (alone && figure.kind == FigureKind::number && !noun.identified.empty() && figure.half_step == 0) {
        figure.kind = FigureKind::identity;
        figure.noun = noun.identified;
        identity(figure.noun, static_cast<int64_t>(figure.value));
      } else if (alone && figure.kind == FigureKind::number) {
        figure.noun = noun.counted;
      }
      const std::string_view written = text.substr(found.begin, found.end - found.begin);
      this->figure(figure, std::string(written), column, is_clock_text(written));
      contents_.figures.back().said = column.empty() ? said_of(text, sentences, found) : said_of_cell(column);
    }
    for (const NamedPart& mention : mentions_in(text, figures)) {
      if (mention.reference) contents_.references.insert(mention.name);
      if (mention.identity)
        row().identities.push_back(mention.name);
      else
        name(mention.name);
    }
  }

  void cell(const Value& value, const Column& column) {
    const ColumnNoun noun = noun_of_column(column.name);
    if (const auto* text = std::get_if<std::string>(&value)) {
      if (column.unit == Unit::ref) contents_.references.insert(*text);
      // Numbers in an identifier claim nothing.
      if (text->find("::") == text->npos && text->find('<') == text->npos) this->text(*text, column.name);
      name(one_line(*text));
      return;
    }
    Figure figure;
    if (const auto* integer = std::get_if<int64_t>(&value))
      figure.value = static_cast<double>(*integer);
    else if (const auto* real = std::get_if<double>(&value))
      figure.value = *real;
    else
      return;
    figure.kind = kind_of(column.unit);
    if (column.unit == Unit::gb_per_s) figure.value *= 1e9;
    if (column.unit == Unit::count) figure.noun = noun.counted;
    if (column.unit == Unit::none && !noun.identified.empty() && std::holds_alternative<int64_t>(value)) {
      figure.kind = FigureKind::identity;
      figure.noun = noun.identified;
      identity(figure.noun, std::get<int64_t>(value));
    }
    figure.upper = figure.value;
    this->figure(figure, readable(value, column.unit), column.name, column.unit == Unit::clock_ns);
    contents_.figures.back().said = said_of_cell(column.name);
  }

 private:
  GroundingRow& row() { return contents_.rows.back(); }
  TopicBits said_of_cell(std::string_view column) const {
    TopicBits said = said_in(column);
    // A name may contain `max`, so the row adds only things.
    said.things |= row_said_.things;
    said.states |= row_said_.states;
    said.directions |= row_said_.directions;
    return said;
  }
  // From its sentence and those that it refers to; a statistic only from its clause.
  static TopicBits said_of(std::string_view text, const std::vector<TextSentence>& sentences,
                        const Figure& figure) {
    TopicBits said;
    for (size_t at = 0; at < sentences.size(); ++at) {
      if (figure.begin < sentences[at].begin || figure.begin >= sentences[at].end) continue;
      for (size_t of = at, steps = 0; of != TextSentence::npos && steps < 4;
           of = sentences[of].about, ++steps)
        said |= said_in(text.substr(sentences[of].begin, sentences[of].end - sentences[of].begin));
      const size_t before = text.find_last_of(",;:(", figure.begin);
      const size_t begin = before == text.npos ? 0 : before;
      const size_t behind = std::min(text.find_first_of(",;:)", figure.end), text.size());
      said.statistics = said_in(text.substr(begin, behind - begin)).statistics;
    }
    return said;
  }
  static FigureKind kind_of(Unit unit) {
    switch (unit) {
      case Unit::ns:
      case Unit::clock_ns:
        return FigureKind::time;
      case Unit::bytes:
        return FigureKind::bytes;
      case Unit::share:
        return FigureKind::share;
      case Unit::gb_per_s:
        return FigureKind::bandwidth;
      default:
        return FigureKind::number;
    }
  }

  GroundingFacts::Contents& contents_;
  TopicBits row_said_;
};

GroundingFacts::GroundingFacts() : contents_(std::make_unique<Contents>()) {}
GroundingFacts::~GroundingFacts() = default;
GroundingFacts::GroundingFacts(GroundingFacts&&) noexcept = default;
GroundingFacts& GroundingFacts::operator=(GroundingFacts&&) noexcept = default;

void GroundingFacts::add_text(std::string_view text) {
  ThrottledCheck check;
  std::vector<std::string> columns;
  size_t table = contents_->figures.size(), paragraph = table;  // the first figure of the current table and
                                                                // paragraph
  uint32_t of_head = 0, of_paragraph = 0;
  bool has_head = false;
  const auto end_paragraph = [&] {
    for (; paragraph < contents_->figures.size(); ++paragraph)
      if (GroundingFigure& figure = contents_->figures[paragraph]; figure.column.empty())
        figure.near_things = of_paragraph | of_head;
      else if (of_paragraph == 0)
        figure.near_things = UINT32_MAX;  // a table without these words states its subject elsewhere
    of_paragraph = 0;
  };
  for (size_t at = 0; at < text.size();) {
    check();
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.find_first_not_of(" \t") == line.npos) end_paragraph();
    const TopicBits said = said_in(line);
    if (!has_head && !line.empty() && !line.starts_with("<data")) of_head = said.things, has_head = true;
    of_paragraph |= said.things;
    // The last line of a table.
    if (line.find("hares are of") != line.npos)
      for (size_t figure = table; figure < contents_->figures.size(); ++figure)
        if (!contents_->figures[figure].column.empty()) contents_->figures[figure].said.wholes = said.wholes;
    if (is_rule(line)) continue;
    bool has_bars = false;
    const auto cells = cells_of_line(line, has_bars);
    if (is_heading(cells)) {
      columns.clear();
      table = contents_->figures.size();
      for (const std::string_view cell : cells) {
        columns.emplace_back(cell);
        contents_->columns.emplace(cell);
      }
      continue;
    }
    if (cells.size() != columns.size()) columns.clear();
    // `top_kernels; GPU 0, ...` begins a skill's answer.
    if (const size_t behind = line.find("; "); behind != line.npos && behind < 60 && line.find(' ') > behind)
      contents_->skills.emplace(line.substr(0, behind));
    RowWriter row(*contents_);
    row.row_says(said);
    for (size_t cell = 0; cell < cells.size(); ++cell)
      row.text(cells[cell], columns.empty() ? "" : columns[cell]);
  }
  end_paragraph();
}

void GroundingFacts::add_table(const Table& table) {
  ThrottledCheck check;
  for (const Column& column : table.columns) contents_->columns.insert(column.name);
  for (const auto& cells : table.rows) {
    check();
    RowWriter row(*contents_);
    TopicBits said;
    for (const Value& cell : cells)
      if (const auto* text = std::get_if<std::string>(&cell)) said |= said_in(*text);
    row.row_says(said);
    for (size_t at = 0; at < cells.size(); ++at) row.cell(cells[at], table.columns[at]);
  }
}

void GroundingFacts::add_answer(const Answer& answer) {
  contents_->skills.insert(answer.skill);
  RowWriter frame(*contents_);
  frame.cell(answer.scope.start_ns, {"start", ValueType::integer, Unit::clock_ns, ""});
  frame.cell(answer.scope.end_ns, {"end", ValueType::integer, Unit::clock_ns, ""});
  frame.cell(answer.scope.end_ns - answer.scope.start_ns, {"length", ValueType::integer, Unit::ns, ""});
  frame.cell(answer.total_rows, {"rows in all", ValueType::integer, Unit::count, ""});
  frame.cell(static_cast<int64_t>(answer.table.rows.size()),
             {"rows given", ValueType::integer, Unit::count, ""});
  for (const int64_t device : answer.scope.devices)
    frame.cell(device, {"device", ValueType::integer, Unit::none, ""});
  add_text(answer.reason);
  for (const std::string& need : answer.needs) add_text(need);
  for (const std::string& note : answer.notes) add_text(note);
  add_table(answer.table);
}

void GroundingFacts::add_reference(std::string_view reference) { contents_->references.emplace(reference); }

bool GroundingFacts::has_reference(std::string_view reference) const {
  return contents_->references.contains(std::string(reference));
}

}  // namespace nsys_ai

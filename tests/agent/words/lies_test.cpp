// A scripted model quotes answers of all skills on real captures: rightly, and with a lie in one figure of
// ten. Each lie is marked, and nothing else ever is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "agent/words/aliases.h"
#include "agent/words/checked_text.h"
#include "base/text_table.h"
#include "real_answers.h"
#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

constexpr size_t kFigures = 10;  // of an answer, one of which is a lie

// A cell that can be quoted, with what its row is about.
struct Quotable {
  std::string about;  // as a model says it: `name`, GPU 1, kernel:12
  const Column* column = nullptr;
  Value value;
};

// What a person would say a figure in: another unit or fewer digits.
class Quoting {
 public:
  explicit Quoting(std::mt19937& random) : random_(random) {}

  std::string said(const Value& value, const Column& column) {
    if (const auto* integer = std::get_if<int64_t>(&value)) {
      const auto number = static_cast<double>(*integer);
      if (column.unit == Unit::ns) return scaled(number, {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}});
      if (column.unit == Unit::bytes)
        return scaled(number, {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}});
      return pick(2) == 0 ? readable_count(*integer) : fmt::format("{}", *integer);
    }
    const double real = std::get<double>(value);
    if (column.unit == Unit::share)
      return fmt::format("{:.{}f}{}%", real * 100, 1 + pick(2), pick(2) == 0 ? " " : "");
    if (column.unit == Unit::gb_per_s) return digits(real) + " GB/s";
    return digits(real);
  }
  size_t pick(size_t of) { return std::uniform_int_distribution<size_t>(0, of - 1)(random_); }

 private:
  struct Scaled {
    std::string unit;
    double size;
  };
  // In its own unit, or sometimes in the one below or above.
  std::string scaled(double value, const std::vector<Scaled>& scales) {
    size_t at = 0;
    while (at + 1 < scales.size() && std::abs(value) >= scales[at + 1].size) ++at;
    if (at > 0 && pick(6) == 0) --at;
    if (at == 0) return fmt::format("{:.0f} {}", value / scales[0].size, scales[0].unit);
    return digits(value / scales[at].size) + " " + scales[at].unit;
  }
  // Three or four that matter.
  std::string digits(double value) {
    const int wanted = 3 + static_cast<int>(pick(2));
    const int whole = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return fmt::format("{:.{}f}", value, std::max(0, wanted - whole));
  }

  std::mt19937& random_;
};

bool is_quotable(const Value& value, const Column& column) {
  if (const auto* integer = std::get_if<int64_t>(&value))
    return *integer != 0 &&
           (column.unit == Unit::ns || column.unit == Unit::bytes || column.unit == Unit::count);
  if (const auto* real = std::get_if<double>(&value))
    return std::abs(*real) > 1e-3 && (column.unit == Unit::share || column.unit == Unit::gb_per_s);
  return false;
}

// As texts show it.
std::string shown(const Value& value) { return shortened(one_line(readable(value, Unit::none)), 160); }

// What tells the row from all others: a name, a reference, else its GPU.
std::string subject_of(const std::vector<Value>& row, const Table& table) {
  const auto& columns = table.columns;
  const auto is_alone = [&](size_t at) {
    return std::count_if(table.rows.begin(), table.rows.end(), [&](const std::vector<Value>& other) {
             return shown(other[at]) == shown(row[at]);
           }) == 1;
  };
  for (const bool ref : {false, true})
    for (size_t at = 0; at < row.size(); ++at) {
      const auto* text = std::get_if<std::string>(&row[at]);
      if (!text || text->empty() || !is_alone(at)) continue;
      if (ref && columns[at].unit == Unit::ref) return *text;
      if (!ref && columns[at].unit == Unit::none) return "`" + shown(row[at]) + "`";
    }
  for (size_t at = 0; at < row.size(); ++at)
    if (const auto* id = std::get_if<int64_t>(&row[at]))
      if (columns[at].unit == Unit::none && columns[at].name == "device" && is_alone(at))
        return fmt::format("GPU {}", *id);
  return {};
}

std::vector<Quotable> quotable_cells(const Answer& answer) {
  std::vector<Quotable> cells;
  for (const auto& row : answer.table.rows) {
    const std::string about = subject_of(row, answer.table);
    for (size_t at = 0; at < row.size(); ++at)
      if (is_quotable(row[at], answer.table.columns[at]) && (!about.empty() || answer.table.rows.size() == 1))
        cells.push_back({about, &answer.table.columns[at], row[at]});
  }
  return cells;
}

std::string noun_behind(const Column& column) {
  if (column.unit != Unit::count) return "";
  for (const char* noun : {"kernels", "calls", "copies", "ranges", "gaps", "launches", "streams", "threads"})
    if (column.name.find(noun) != std::string::npos) return std::string(" ") + noun;
  return "";
}

// How the same is said, in one of several ways.
std::string sentence(Quoting& quoting, const std::string& about, const std::string& figure,
                     const Column& column) {
  const std::string what = figure + noun_behind(column);
  if (about.empty()) return fmt::format("The `{}` is {}.", column.name, what);
  // A bare count says nothing.
  const bool bare = what == figure && column.unit == Unit::count;
  switch (bare ? 5 : quoting.pick(6)) {
    case 0:
      return fmt::format("For {} the {} is {}.", about, column.name, what);
    case 1:
      return fmt::format("{} has {}.", about, what);
    case 2:
      return fmt::format("With {}, {} stands out.", what, about);
    case 3:
      return fmt::format("- {}: **{}**", about, what);
    case 4:
      return fmt::format("{} (`{}` of {}).", what, column.name, about);
    default:
      return fmt::format("Of {} `{}` is {}.", about, column.name, what);
  }
}

struct Tally {
  int answers = 0, lies = 0, caught = 0, figures = 0, wrongly_marked = 0;
};

// The kinds of lies.
std::optional<std::string> lie(Quoting& quoting, const std::string& said, const Quotable& of,
                               const std::vector<Quotable>& all, std::string& kind) {
  const size_t unit_at = said.find_first_of("nuμmskMGB%", said.find_first_of("0123456789"));
  const std::string unit = unit_at == std::string::npos ? "" : said.substr(unit_at);
  std::string changed = said;
  switch (quoting.pick(4)) {
    case 0: {  // another digit
      kind = "digit";
      std::vector<size_t> digits;
      for (size_t at = 0; at < said.size(); ++at)
        if (said[at] >= '0' && said[at] <= '9') digits.push_back(at);
      const size_t at = digits[quoting.pick(digits.size())];
      changed[at] = static_cast<char>('0' + (said[at] - '0' + 1 + static_cast<int>(quoting.pick(8))) % 10);
      return changed;
    }
    case 1: {  // another unit
      kind = "unit";
      static const std::vector<std::pair<std::string, std::string>> others = {
          {"ns", "us"}, {"us", "ms"}, {"ms", "s"},  {"s", "ms"},
          {"B", "kB"},  {"kB", "MB"}, {"MB", "GB"}, {"GB", "MB"}};
      for (const auto& [from, to] : others)
        if (unit == from) return said.substr(0, unit_at) + to;
      return std::nullopt;
    }
    case 2: {  // ten times as much
      kind = "magnitude";
      const size_t point = said.find('.');
      if (point == std::string::npos) {
        const size_t last =
            said.find_last_of("0123456789", unit_at == std::string::npos ? said.size() : unit_at);
        return said.substr(0, last + 1) + "0" + said.substr(last + 1);
      }
      if (point + 2 >= said.size()) return std::nullopt;
      std::swap(changed[point], changed[point + 1]);
      if (const size_t last = changed.find(". "); last != changed.npos || changed.back() == '.')
        changed.erase(last == changed.npos ? changed.size() - 1 : last, 1);
      if (changed.find(".%") != changed.npos) changed.erase(changed.find(".%"), 1);
      return changed;
    }
    default: {  // another row's
      kind = "row";
      std::vector<const Quotable*> others;
      for (const Quotable& other : all)
        if (other.column == of.column && other.about != of.about && other.value != of.value)
          others.push_back(&other);
      if (others.empty() || of.about.empty()) return std::nullopt;
      return quoting.said(others[quoting.pick(others.size())]->value, *of.column);
    }
  }
}

// A lie that is the truth rounded, or said otherwise, is none.
bool is_true(const std::string& lie, const Quotable& of, const std::vector<Quotable>& all) {
  for (const Figure& figure : figures_in(lie))
    for (const Quotable& other : all) {
      if (other.about != of.about || other.column->unit != of.column->unit) continue;
      const double size = of.column->unit == Unit::gb_per_s ? 1e9 : 1;
      const double value = std::visit(
                               [](const auto& v) -> double {
                                 if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>)
                                   return static_cast<double>(v);
                                 return 0;
                               },
                               other.value) *
                           size;
      if (std::abs(figure.value - value) <= figure.half_step * (1 + 1e-6)) return true;
    }
  return false;
}

class Lies : public testing::Test {};

TEST_F(Lies, AreCaughtAndTruthsAreNot) {
  std::mt19937 random(20261123);
  Quoting quoting(random);
  Tally tally;
  std::map<std::string, std::pair<int, int>> by_kind;
  std::vector<std::string> missed, wrong, uncounted;
  int rounds = 0;
  while (tally.answers < 200 && ++rounds < 20) {
    for (const auto& path : captures()) {
      const auto profile = load_profile(path);
      if (!profile) continue;
      for (const Answer& answer : skill_answers(**profile, 30)) {
        if (tally.answers >= 200) break;
        const auto cells = quotable_cells(answer);
        if (cells.size() < kFigures || (rounds == 1 && quoting.pick(3) != 0)) continue;
        HandedOut handed_out;
        // Half of the time the model has only the text, with its rounded figures.
        if (tally.answers % 2 == 0)
          handed_out.add_answer(answer);
        else
          handed_out.add_text(text_of_answer(answer));
        std::string truth, lying, false_figure, kind;
        const size_t lie_at = quoting.pick(kFigures);
        for (size_t at = 0; at < kFigures; ++at) {
          const Quotable& cell = cells[quoting.pick(cells.size())];
          const std::string said = tally.answers % 2 == 0 ? quoting.said(cell.value, *cell.column)
                                                          : readable(cell.value, cell.column->unit);
          const std::string truly = sentence(quoting, cell.about, said, *cell.column) + "\n";
          truth += truly;
          std::string falsely = truly;
          if (at >= lie_at && false_figure.empty())
            for (int attempt = 0; attempt < 20 && false_figure.empty(); ++attempt) {
              const auto lied = lie(quoting, said, cell, cells, kind);
              if (!lied || *lied == said || is_true(*lied, cell, cells) || figures_in(*lied).size() != 1)
                continue;
              false_figure = *lied;
              falsely = sentence(quoting, cell.about, *lied, *cell.column) + "\n";
            }
          lying += falsely;
        }
        const CheckedText right = check(truth, handed_out);
        tally.figures += static_cast<int>(right.figures);
        if (!right.mismatches.empty()) {
          tally.wrongly_marked += static_cast<int>(right.mismatches.size());
          wrong.push_back(answer.skill + ": " + right.mismatches.front());
        }
        if (right.figures < static_cast<int64_t>(kFigures)) uncounted.push_back(truth);
        if (false_figure.empty()) continue;
        ++tally.answers;
        ++tally.lies;
        ++by_kind[kind].second;
        const CheckedText found = check(lying, handed_out);
        const bool caught =
            std::any_of(found.mismatches.begin(), found.mismatches.end(),
                        [&](const std::string& of) { return of.starts_with(false_figure + " "); });
        tally.caught += caught ? 1 : 0;
        by_kind[kind].first += caught ? 1 : 0;
        if (!caught) missed.push_back(answer.skill + " " + kind + ": " + false_figure + " in\n" + lying);
      }
    }
    if (captures().empty()) GTEST_SKIP() << "no real profiles here";
  }
  fmt::print("{} answers, {} figures quoted rightly, {} of them marked; {} of {} lies caught\n",
             tally.answers, tally.figures, tally.wrongly_marked, tally.caught, tally.lies);
  for (const auto& [kind, counts] : by_kind)
    fmt::print("  {}: {} of {}\n", kind, counts.first, counts.second);
  EXPECT_EQ(tally.lies, 200);
  EXPECT_EQ(tally.caught, tally.lies) << fmt::format("{}", fmt::join(missed, "\n---\n"));
  EXPECT_EQ(uncounted.size(), 0U) << fmt::format("{}", fmt::join(uncounted, "\n---\n"));
  EXPECT_EQ(tally.wrongly_marked, 0) << fmt::format("{}", fmt::join(wrong, "\n"));
}

}  // namespace
}  // namespace nsys_ai::test

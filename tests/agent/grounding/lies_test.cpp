// A scripted model quotes answers of all skills on real captures: rightly, and with a lie in one figure of
// ten. Each lie is marked, and nothing else ever is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "agent/grounding/aliases.h"
#include "agent/grounding/checked_text.h"
#include "base/text_table.h"
#include "real_answers.h"
#include "tests/support/needs_captures.h"
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
    // In no other row, a name in whatever column.
    const std::string wanted = shown(row[at]);
    return std::count_if(table.rows.begin(), table.rows.end(), [&](const std::vector<Value>& other) {
             return std::any_of(other.begin(), other.end(), [&](const Value& cell) {
               return cell.index() == row[at].index() && shown(cell) == wanted;
             });
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
      if (columns[at].unit == Unit::none && columns[at].name == "device" &&
          std::count_if(table.rows.begin(), table.rows.end(),
                        [&](const std::vector<Value>& other) { return other[at] == row[at]; }) == 1)
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

// Two of them in one sentence.
std::string sentence(size_t way, const Quotable& a, const std::string& of_a, const Quotable& b,
                     const std::string& of_b) {
  const std::string what_a = of_a + noun_behind(*a.column), what_b = of_b + noun_behind(*b.column);
  switch (way % 4) {
    case 0:
      return fmt::format("{} has {}, {} {}.", a.about, what_a, b.about, what_b);
    case 1:
      return fmt::format("It is {} in {} and {} in {}.", what_a, a.about, what_b, b.about);
    case 2:
      return fmt::format("{} ({}) and {} ({}) come first.", a.about, what_a, b.about, what_b);
    default:
      return fmt::format("The first is {} ({}), then {} ({}).", what_a, a.about, what_b, b.about);
  }
}

// How the same is said, in one of several ways.
std::string sentence(size_t way, const std::string& about, const std::string& figure, const Column& column) {
  const std::string what = figure + noun_behind(column);
  if (about.empty()) return fmt::format("The `{}` is {}.", column.name, what);
  // A bare count says nothing.
  const bool bare = what == figure && column.unit == Unit::count;
  switch (bare ? 5 : way % 6) {
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
      if (std::abs(figure.value - value) <= figure.half_step * 1.1) return true;
    }
  return false;
}

// What a scripted model says, once rightly and once with a lie.
struct Script {
  std::string truth;
  std::string lying;
  std::string false_figure;
  std::string kind;
};

bool is_bare(const Quotable& cell) {
  return cell.column->unit == Unit::count && noun_behind(*cell.column).empty();
}

Script scripted(Quoting& quoting, const std::vector<Quotable>& cells, bool only_as_shown) {
  Script script;
  const size_t lie_at = quoting.pick(kFigures);
  const auto said_of = [&](const Quotable& cell) {
    return only_as_shown ? readable(cell.value, cell.column->unit) : quoting.said(cell.value, *cell.column);
  };
  for (size_t at = 0; at < kFigures; ++at) {
    const Quotable& cell = cells[quoting.pick(cells.size())];
    const std::string said = said_of(cell);
    std::string lied;
    for (int attempt = 0; at >= lie_at && script.false_figure.empty() && lied.empty() && attempt < 20;
         ++attempt) {
      const auto other = lie(quoting, said, cell, cells, script.kind);
      if (other && *other != said && !is_true(*other, cell, cells) && figures_in(*other).size() == 1 &&
          figures_in(*other).front().value != 0)
        lied = *other;
    }
    if (!lied.empty()) script.false_figure = lied;
    const std::string& falsely = lied.empty() ? said : lied;
    const size_t way = quoting.pick(12);
    const Quotable& next = cells[quoting.pick(cells.size())];
    if (at + 1 < kFigures && !cell.about.empty() && next.about != cell.about && !is_bare(cell) &&
        !is_bare(next) && quoting.pick(3) == 0) {
      const std::string said_next = said_of(next);
      script.truth += sentence(way, cell, said, next, said_next) + "\n";
      script.lying += sentence(way, cell, falsely, next, said_next) + "\n";
      ++at;
      continue;
    }
    script.truth += sentence(way, cell.about, said, *cell.column) + "\n";
    script.lying += sentence(way, cell.about, falsely, *cell.column) + "\n";
  }
  return script;
}

class Tally {
 public:
  bool is_full() const { return answers_ >= kAnswers; }
  int answers() const { return answers_; }

  void add(const Answer& answer, const Script& script, const GroundingFacts& facts) {
    const CheckedText right = check(script.truth, facts);
    figures_ += right.figures;
    if (!right.mismatches.empty())
      wrong_.push_back(answer.skill + ": " + right.mismatches.front() + "\n" + script.truth);
    if (right.figures < static_cast<int64_t>(kFigures)) uncounted_.push_back(script.truth);
    if (script.false_figure.empty()) return;
    ++answers_;
    ++by_kind_[script.kind].second;
    const CheckedText found = check(script.lying, facts);
    const bool caught =
        std::any_of(found.mismatches.begin(), found.mismatches.end(),
                    [&](const std::string& of) { return of.starts_with(script.false_figure + " "); });
    if (caught)
      ++by_kind_[script.kind].first;
    else
      missed_.push_back(
          fmt::format("{} {}: {} in\n{}", answer.skill, script.kind, script.false_figure, script.lying));
  }

  void expect_no_fault() const {
    fmt::print("{} answers, {} figures quoted rightly, {} answers with one of them marked; {} lies missed\n",
               answers_, figures_, wrong_.size(), missed_.size());
    for (const auto& [kind, counts] : by_kind_)
      fmt::print("  {}: {} of {}\n", kind, counts.first, counts.second);
    EXPECT_EQ(answers_, kAnswers);
    EXPECT_TRUE(missed_.empty()) << fmt::format("{}", fmt::join(missed_, "\n---\n"));
    EXPECT_TRUE(wrong_.empty()) << fmt::format("{}", fmt::join(wrong_, "\n---\n"));
    EXPECT_TRUE(uncounted_.empty()) << fmt::format("{}", fmt::join(uncounted_, "\n---\n"));
  }

 private:
  static constexpr int kAnswers = 200;
  int answers_ = 0;
  int64_t figures_ = 0;
  std::map<std::string, std::pair<int, int>> by_kind_;
  std::vector<std::string> missed_, wrong_, uncounted_;
};

// The model has the cells with all digits, the text with rounded ones, or the text as it leaves.
void tell(Quoting& quoting, const Profile& profile, const Answer& answer, Tally& tally) {
  const auto cells = quotable_cells(answer);
  if (cells.size() < kFigures) return;
  GroundingFacts facts;
  const int way = tally.answers() % 3;
  Script script = scripted(quoting, cells, way != 0);
  if (way == 0) facts.add_answer(answer);
  if (way == 1) facts.add_text(text_of_answer(answer));
  if (way == 2) {
    Aliases aliases(profile, NamePolicy::public_only);
    facts.add_text(aliases.outgoing(text_of_answer(answer)));
    script.truth = aliases.outgoing(script.truth);
    script.lying = aliases.outgoing(script.lying);
  }
  tally.add(answer, script, facts);
}

TEST(Lies, AreCaughtAndTruthsAreNot) {
  if (captures().empty()) GTEST_SKIP() << needs_captures();
  // Another seed measures other answers.
  const char* seed = std::getenv("SEED");
  std::mt19937 random(seed ? static_cast<unsigned>(std::stoul(seed)) : 20261123U);
  Quoting quoting(random);
  Tally tally;
  for (int round = 0; round < 20 && !tally.is_full(); ++round)
    for (const auto& path : captures()) {
      const auto profile = load_profile(path);
      if (!profile) continue;
      for (const Answer& answer : skill_answers(**profile, 30))
        if (!tally.is_full() && quoting.pick(3) == 0) tell(quoting, **profile, answer, tally);
    }
  tally.expect_no_fault();
}

}  // namespace
}  // namespace nsys_ai::test

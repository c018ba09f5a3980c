// Compares values as numbers, and names in full or short form.
#include "agent/eval/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "agent/grounding/figures.h"
#include "analysis/kernels/kernels.h"
#include "base/text_pattern.h"

namespace nsys_ai {
namespace {

bool fits_unit(Unit unit, const std::string& wanted) {
  if (wanted == "ns") return unit == Unit::ns || unit == Unit::clock_ns;
  if (wanted == "count") return unit == Unit::count || unit == Unit::none;
  if (wanted == "ratio") return unit == Unit::share || unit == Unit::none || unit == Unit::count;
  return name_of(unit) == wanted;
}

bool has_value(const AskFact& fact, const ExpectedAnswer& wanted) {
  if (!fits_unit(fact.unit, wanted.unit)) return false;
  if (const auto* number = std::get_if<int64_t>(&fact.value))
    return is_about(static_cast<double>(*number), wanted);
  if (const auto* number = std::get_if<double>(&fact.value)) return is_about(*number, wanted);
  return false;
}

std::string text_of_fact(const AskFact& fact) {
  if (const auto* number = std::get_if<int64_t>(&fact.value)) return fmt::format("{}", *number);
  const auto* text = std::get_if<std::string>(&fact.value);
  return text ? *text : std::string();
}

// Whether the answer has the name, in full or as the short name beside it; or a number with its noun, like
// `GPU 0`.
bool has_name(const AskAnswer& answer, const std::string& wanted) {
  const AskFact& first = answer.facts[0];
  return text_of_fact(first) == wanted || text_of_fact(first) == base_name(wanted) ||
         fmt::format("{} {}", first.name, text_of_fact(first)) == wanted ||
         std::ranges::any_of(answer.facts, [&](const AskFact& fact) {
           return fact.name == "short name" && text_of_fact(fact) == wanted;
         });
}

bool says_all(std::string_view text, const QuestionCase& wanted) {
  const std::string lower = ascii_lower(text);
  return std::ranges::all_of(wanted.says, [&](const std::string& words) {
    return lower.find(ascii_lower(words)) != std::string::npos;
  });
}

bool has_value(const Value& value, Unit unit, const ExpectedAnswer& wanted) {
  return has_value(AskFact{"", value, unit, "", {}}, wanted);
}

// Whether any fact or cell has the expected value.
bool holds(const AskAnswer& answer, const QuestionCase& wanted) {
  if (answer.outcome == AskOutcome::refused) return false;
  if (wanted.answer.value.empty()) return says_all(answer.text, wanted);
  const bool is_name = wanted.answer.unit == "name";
  for (const AskFact& fact : answer.facts)
    if (is_name ? text_of_fact(fact) == wanted.answer.value : has_value(fact, wanted.answer)) return true;
  for (const auto& row : answer.table.rows)
    for (size_t i = 0; i < row.size(); ++i)
      if (is_name ? text_of_fact({"", row[i], Unit::none, "", {}}) == wanted.answer.value
                  : has_value(row[i], answer.table.columns[i].unit, wanted.answer))
        return true;
  return false;
}

// The kind of figures for a unit, and the size of one expected unit in it.
struct UnitOfFigures {
  std::string_view name;
  std::array<FigureKind, 2> kinds;
  double scale;
};
constexpr std::array<UnitOfFigures, 6> kUnitsOfFigures = {
    {{"GB/s", {FigureKind::bandwidth, FigureKind::bandwidth}, 1e9},
     {"bytes", {FigureKind::bytes, FigureKind::number}, 1},
     {"count", {FigureKind::number, FigureKind::identity}, 1},
     {"ns", {FigureKind::time, FigureKind::time}, 1},
     {"ratio", {FigureKind::ratio, FigureKind::number}, 1},
     {"share", {FigureKind::share, FigureKind::ratio}, 1}}};

Verdict judge_figures(std::string_view text, const ExpectedAnswer& wanted) {
  const auto* unit = std::ranges::find(kUnitsOfFigures, wanted.unit, &UnitOfFigures::name);
  if (unit == kUnitsOfFigures.end()) return Verdict::abstained;
  const double value = std::strtod(wanted.value.c_str(), nullptr) * unit->scale;
  Verdict verdict = Verdict::abstained;
  for (const Figure& figure : figures_in(text)) {
    if (std::ranges::find(unit->kinds, figure.kind) == unit->kinds.end()) continue;
    const double slack = std::max(figure.half_step * (1 + 1e-9), std::abs(value) * wanted.within);
    if (std::abs(figure.value - value) <= slack || is_about(figure.value / unit->scale, wanted))
      return Verdict::right;
    verdict = Verdict::wrong;
  }
  return verdict;
}

bool says_that_it_cannot(std::string_view text) {
  const std::string lower = ascii_lower(text);
  return std::ranges::any_of(std::array{"cannot", "can not", "can't", "not recorded", "not captured",
                                        "does not", "do not", "not available", "not in the"},
                             [&](const char* words) { return lower.find(words) != std::string::npos; });
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::closest:
      return "closest";
    case Verdict::abstained:
      return "abstained";
    case Verdict::wrong:
      return "wrong";
  }
  return "";
}

bool is_about(double got, const ExpectedAnswer& wanted) {
  const double value = std::strtod(wanted.value.c_str(), nullptr);
  const size_t point = wanted.value.find('.');
  const auto decimals =
      point == std::string::npos ? 0.0 : static_cast<double>(wanted.value.size() - point - 1);
  const bool small = wanted.value.find('e') != std::string::npos;
  const double written = small ? std::abs(value) * 1e-3 : std::pow(10.0, -decimals) / 2 * (1 + 1e-6);
  // Times are answered in integer nanoseconds, even if an average lies between two.
  const double digits = wanted.unit == "ns" ? std::max(written, 0.5 * (1 + 1e-6)) : written;
  return std::abs(got - value) <= std::max(digits, std::abs(value) * wanted.within);
}

Verdict judge_answer(const AskAnswer& answer, const QuestionCase& wanted) {
  const bool answered = answer.outcome == AskOutcome::answered;
  if (wanted.answer.cannot) return answered ? Verdict::wrong : Verdict::right;
  if (!answered) return holds(answer, wanted) ? Verdict::closest : Verdict::abstained;
  if (wanted.answer.value.empty()) return says_all(answer.text, wanted) ? Verdict::right : Verdict::wrong;
  if (answer.facts.empty()) return Verdict::wrong;
  const bool right = wanted.answer.unit == "name" ? has_name(answer, wanted.answer.value)
                                                  : has_value(answer.facts[0], wanted.answer);
  return right ? Verdict::right : Verdict::wrong;
}

Verdict judge_text(std::string_view text, const QuestionCase& wanted) {
  if (wanted.answer.cannot) return says_that_it_cannot(text) ? Verdict::right : Verdict::wrong;
  if (text.empty()) return Verdict::abstained;
  if (wanted.answer.value.empty()) return says_all(text, wanted) ? Verdict::right : Verdict::wrong;
  if (wanted.answer.unit != "name") return judge_figures(text, wanted.answer);
  for (const std::string& name : {wanted.answer.value, std::string(display_name(wanted.answer.value)),
                                  std::string(base_name(wanted.answer.value))})
    if (!name.empty() && text.find(name) != std::string_view::npos) return Verdict::right;
  return says_that_it_cannot(text) ? Verdict::abstained : Verdict::wrong;
}

}  // namespace nsys_ai

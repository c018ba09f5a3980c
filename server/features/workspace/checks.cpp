// Each rule holds, falls, or cannot be decided, which fails too.
#include "features/workspace/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/quotation.h"
#include "base/text_table.h"
#include "features/workspace/workspace_file.h"
#include "protocol/json_file.h"
#include "protocol/read.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCheckForm =
    R"(Write {"rules": [{"figure": "unit", "maxIncrease": 0.05}, {"figure": "idleShare", "max": 0.1}]}.)";

// Shares of a typical unit, and the rows of the budget that they sum.
struct ShareFigure {
  std::string_view name;
  std::array<std::string_view, 3> uses;
};
constexpr std::array kShares = {ShareFigure{"idleShare", {"launch", "device", "other"}},
                                ShareFigure{"computeShare", {"compute"}},
                                ShareFigure{"communicationShare", {"communication"}},
                                ShareFigure{"copiesShare", {"copies"}},
                                ShareFigure{"launchShare", {"launch"}},
                                ShareFigure{"deviceShare", {"device"}}};

enum class Bounded : uint8_t { holds, fell, inconclusive };

const ShareFigure* share_named(std::string_view name) {
  const auto found = std::ranges::find(kShares, name, &ShareFigure::name);
  return found == kShares.end() ? nullptr : &*found;
}

bool is_time(std::string_view figure) { return figure == "unit" || figure == "busy" || figure == "idle"; }

// Of one side; nothing where it measured nothing.
std::optional<double> figure_of(const nsys::Comparison& of, const nsys::ComparedSide& side,
                                std::string_view name) {
  if (side.units == 0) return std::nullopt;
  if (name == "unit") return static_cast<double>(side.medianNs);
  if (name == "busy") return static_cast<double>(side.busyNs);
  if (name == "idle") return static_cast<double>(side.idleNs);
  const ShareFigure* share = share_named(name);
  if (!share || side.typicalNs == 0) return std::nullopt;
  int64_t ns = 0;
  for (const nsys::BudgetRow& row : of.budget)
    if (std::ranges::count(share->uses, row.use) > 0) ns += &side == &of.before ? row.beforeNs : row.afterNs;
  return static_cast<double>(ns) / static_cast<double>(side.typicalNs);
}

std::string written(std::string_view figure, double value) {
  return is_time(figure) ? readable_ns(std::llround(value)) : readable_share(value);
}

std::string percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

std::string name_of_rule(const CheckRule& rule) {
  if (rule.name) return *rule.name;
  if (rule.skill) return fmt::format("{}.{}", *rule.skill, rule.column.value_or(""));
  return rule.figure.value_or("verdict");
}

void set_outcome(Bounded outcome, std::string text, CheckedRule& of) {
  of.outcome = outcome == Bounded::holds ? "holds" : outcome == Bounded::fell ? "fell" : "inconclusive";
  of.text = std::move(text);
}

void check_verdict(const CheckedRuns& runs, CheckedRule& of) {
  const std::string& verdict = runs.comparison.verdict;
  const bool holds = verdict == "noChange" || verdict == "improvement";
  set_outcome(verdict == "regression" ? Bounded::fell
              : holds                 ? Bounded::holds
                                      : Bounded::inconclusive,
              runs.comparison.text, of);
}

// The unit by its interval: it falls when all of it lies beyond the bound, and holds when none of it does.
void check_unit_increase(const CheckedRuns& runs, double most, CheckedRule& of) {
  const nsys::Comparison& comparison = runs.comparison;
  if (!comparison.interval) {
    const bool same = comparison.verdict == "noChange";
    return set_outcome(same ? Bounded::holds : Bounded::inconclusive, comparison.text, of);
  }
  of.value = *comparison.ratio - 1;
  const double low = comparison.interval->low - 1;
  const double high = comparison.interval->high - 1;
  const Bounded outcome = low > most ? Bounded::fell : high <= most ? Bounded::holds : Bounded::inconclusive;
  std::string text = fmt::format("The unit changed by {} (95 % interval {} to {}); at most {} holds.",
                                 percent(*of.value), percent(low), percent(high), percent(most));
  if (comparison.of == "captures")
    text += " There are too few runs to say it of the program: the bound is held against these captures.";
  set_outcome(outcome, std::move(text), of);
}

void check_increase(const CheckedRuns& runs, const std::string& figure, double most, CheckedRule& of) {
  if (!runs.has_base)
    return set_outcome(Bounded::inconclusive, "There is no base to compare with; name one by --against.", of);
  if (figure == "unit") return check_unit_increase(runs, most, of);
  const auto before = figure_of(runs.comparison, runs.comparison.before, figure);
  const auto after = figure_of(runs.comparison, runs.comparison.after, figure);
  if (!before || !after || *before == 0)
    return set_outcome(Bounded::inconclusive, fmt::format("{} was not measured on both sides.", figure), of);
  of.value = *after / *before - 1;
  set_outcome(
      *of.value <= most ? Bounded::holds : Bounded::fell,
      fmt::format("{} changed from {} to {} ({}); at most {} holds.", figure, written(figure, *before),
                  written(figure, *after), percent(*of.value), percent(most)),
      of);
}

bool is_within(double value, const CheckRule& rule) {
  return !(rule.min && value < *rule.min) && !(rule.max && value > *rule.max);
}

std::string bound_words(const CheckRule& rule) {
  const auto bound = [&](const std::optional<double>& of) {
    return rule.figure ? written(*rule.figure, of.value_or(0)) : fmt::format("{:.12g}", of.value_or(0));
  };
  if (rule.min && rule.max) return fmt::format("{} to {} holds", bound(rule.min), bound(rule.max));
  return rule.min ? fmt::format("at least {} holds", bound(rule.min))
                  : fmt::format("at most {} holds", bound(rule.max));
}

void check_figure(const CheckedRuns& runs, const CheckRule& rule, CheckedRule& of) {
  const std::string& figure = *rule.figure;
  const auto value = figure_of(runs.comparison, runs.comparison.after, figure);
  if (!value)
    return set_outcome(Bounded::inconclusive,
                       fmt::format("{} was not measured: {}", figure,
                                   runs.comparison.reason.value_or("there is no unit of work") + "."),
                       of);
  of.value = *value;
  std::string text = fmt::format("{} is {}; {}.", figure, written(figure, *value), bound_words(rule));
  set_outcome(is_within(*value, rule) ? Bounded::holds : Bounded::fell, std::move(text), of);
}

std::optional<double> number_of(const Value& value) {
  if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

// The value of a run that is farthest beyond the bound, or the last of those that hold.
struct WorstValue {
  std::optional<double> value;
  bool fell = false;

  void take(double of, const CheckRule& rule) {
    if (fell && is_within(of, rule)) return;
    fell = fell || !is_within(of, rule);
    value = of;
  }
};

ParamValues params_of(const CheckRule& rule) {
  ParamValues values;
  if (rule.params)
    for (const auto& [name, value] : rule.params->entries) values[name] = value.text();
  return values;
}

Result<void> check_skill(const CheckedRuns& runs, const CheckRule& rule, const SkillSet& skills,
                         const Work& work, CheckedRule& of) {
  const auto skill = skills.find(*rule.skill);
  if (!skill) return tl::unexpected(skill.error());
  WorstValue worst;
  for (const ProfilePtr& run : runs.runs) {
    const auto answer = run_skill(**skill, *run, {}, params_of(rule), work);
    if (!answer) return tl::unexpected(answer.error());
    const auto column = std::ranges::find(answer->table.columns, *rule.column, &Column::name);
    if (answer->outcome != Outcome::rows || column == answer->table.columns.end()) {
      set_outcome(Bounded::inconclusive,
                  fmt::format("{} has no rows: {}", *rule.skill, one_line(answer->reason)), of);
      return {};
    }
    const auto at = static_cast<size_t>(column - answer->table.columns.begin());
    for (const auto& row : answer->table.rows)
      if (const auto value = number_of(row[at])) worst.take(*value, rule);
  }
  of.value = worst.value;
  if (!worst.value)
    set_outcome(Bounded::inconclusive, fmt::format("{} of {} has no value.", *rule.column, *rule.skill), of);
  else
    set_outcome(
        worst.fell ? Bounded::fell : Bounded::holds,
        fmt::format("{} of {} is {:.12g}; {}.", *rule.column, *rule.skill, *worst.value, bound_words(rule)),
        of);
  return {};
}

Result<CheckedRule> checked_rule(const CheckedRuns& runs, const CheckRule& rule, const SkillSet& skills,
                                 const Work& work) {
  CheckedRule of;
  of.name = name_of_rule(rule);
  if (rule.skill) {
    if (auto done = check_skill(runs, rule, skills, work, of); !done) return tl::unexpected(done.error());
  } else if (rule.maxIncrease) {
    check_increase(runs, rule.figure.value_or("unit"), *rule.maxIncrease, of);
  } else if (rule.figure.value_or("verdict") == "verdict") {
    check_verdict(runs, of);
  } else {
    check_figure(runs, rule, of);
  }
  return of;
}

void accept(const CheckFile& file, const std::string& today, CheckedRule& of) {
  if (of.outcome != "fell" || !file.accepted) return;
  for (const AcceptedRule& accepted : *file.accepted) {
    if (accepted.rule != of.name) continue;
    if (accepted.until >= today) {
      of.outcome = "accepted";
      of.reason = fmt::format("{} (until {})", accepted.reason, accepted.until);
    } else {
      of.text += fmt::format(" It was accepted until {}: {}.", accepted.until, accepted.reason);
    }
  }
}

void sum_up(CheckReport& report) {
  const auto count = [&](std::string_view outcome) {
    return std::ranges::count_if(report.rules, [&](const CheckedRule& of) { return of.outcome == outcome; });
  };
  const auto fell = count("fell");
  const auto open = count("inconclusive");
  report.outcome = fell > 0 ? "fell" : open > 0 ? "inconclusive" : "holds";
  if (report.rules.size() == 1) {
    report.text = report.rules.front().text;
    return;
  }
  const std::string all = counted(std::ssize(report.rules), "rule", "rules");
  if (fell > 0)
    report.text = fmt::format("{} of {} fell{}.", fell, all,
                              open > 0 ? fmt::format(", {} cannot be decided", open) : "");
  else if (open > 0)
    report.text = fmt::format("Nothing fell, but {} of {} cannot be decided.", open, all);
  else
    report.text = fmt::format("{} {}.", all, report.rules.size() == 1 ? "holds" : "hold");
}

}  // namespace

Result<CheckFile> read_check_file(const std::vector<fs::path>& workspace) {
  for (const fs::path& file : workspace_files(workspace, "check.json")) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) continue;
    const auto text = read_shared_file(file, "rules");
    if (!text) return tl::unexpected(text.error());
    const auto json = parse_json_file(file.string(), *text);
    if (!json)
      return tl::unexpected(Error{ErrorCode::bad_request, json.error().message, std::string(kCheckForm)});
    auto read = read_json<CheckFile>(*json, "check");
    if (!read)
      return fail(ErrorCode::bad_request, file.string() + ": " + read.error().message + ".",
                  std::string(kCheckForm));
    return read;
  }
  return CheckFile{};
}

Result<void> valid_rule(const CheckRule& rule, const SkillSet& skills) {
  const std::string name = quotation(name_of_rule(rule));
  if (rule.skill) {
    const auto skill = skills.find(*rule.skill);
    if (!skill) return tl::unexpected(skill.error());
    if (!rule.column ||
        std::ranges::find((*skill)->columns, *rule.column, &Column::name) == (*skill)->columns.end())
      return fail(ErrorCode::bad_request,
                  fmt::format("The rule {} names no column of {}.", name, *rule.skill),
                  fmt::format("`nsys-ai skill show {}` lists them.", *rule.skill));
    if (!rule.min && !rule.max)
      return fail(ErrorCode::bad_request, fmt::format("The rule {} has no bound: min or max.", name));
    return {};
  }
  const std::string figure = rule.figure.value_or(rule.maxIncrease ? "unit" : "verdict");
  if (figure != "verdict" && !is_time(figure) && !share_named(figure))
    return fail(
        ErrorCode::bad_request, fmt::format("There is no figure {}.", quotation(figure)),
        "There are verdict, unit, busy, idle, idleShare, computeShare, communicationShare, copiesShare, launchShare and deviceShare.");
  if (figure != "verdict" && !rule.min && !rule.max && !rule.maxIncrease)
    return fail(ErrorCode::bad_request,
                fmt::format("The rule {} has no bound: min, max or maxIncrease.", name));
  return {};
}

Result<CheckReport> checked(const CheckedRuns& runs, const CheckFile& rules, const SkillSet& skills,
                            const std::string& today, const Work& work) {
  CheckReport report;
  for (const CheckRule& rule : rules.rules) {
    auto of = checked_rule(runs, rule, skills, work);
    if (!of) return tl::unexpected(of.error());
    accept(rules, today, *of);
    report.rules.push_back(std::move(*of));
  }
  sum_up(report);
  if (runs.has_base) report.comparison = runs.comparison;
  return report;
}

}  // namespace nsys_ai

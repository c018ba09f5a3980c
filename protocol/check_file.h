// The members of `.nsys-ai/check.json`, and what `nsys-ai check --format json` prints (docs/CI.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/nsys_compare.h"

namespace nsys_ai {

// One element of the list `rules`.
struct CheckRule {
  std::optional<std::string> name = {};
  std::optional<std::string> figure = {};
  std::optional<std::string> skill = {};
  std::optional<OrderedMap<Scalar>> params = {};
  std::optional<std::string> column = {};
  std::optional<double> min = {};
  std::optional<double> max = {};
  std::optional<double> maxIncrease = {};
};
template <class F>
void fields(CheckRule& v, F& f) {
  f("name", v.name, "What it is called; else what it holds.");
  f("figure", v.figure, "verdict, unit, busy, idle (ns of a unit), or a share of it such as idleShare.");
  f("skill", v.skill, "Instead of a figure: the skill whose rows are held against the bound.");
  f("params", v.params, "Its parameters.");
  f("column", v.column, "The column of its rows; each row has to hold.");
  f("min", v.min, "The least that holds.");
  f("max", v.max, "The most that holds.");
  f("maxIncrease", v.maxIncrease,
    "The most by which the figure may exceed that of the base, as a share of it.");
}

// One element of the list `accepted`: a rule that may fall for a while.
struct AcceptedRule {
  std::string rule;
  std::string reason;
  std::string until;
};
template <class F>
void fields(AcceptedRule& v, F& f) {
  f("rule", v.rule, "The name of the rule.");
  f("reason", v.reason, "Why it may fall.");
  f("until", v.until, "The last day on which it may, such as 2027-01-31.");
}

struct CheckFile {
  std::optional<std::string> against;
  std::vector<CheckRule> rules;
  std::optional<std::vector<AcceptedRule>> accepted;
};
template <class F>
void fields(CheckFile& v, F& f) {
  f("against", v.against, "The baseline where the command names none.");
  f("rules", v.rules, "What has to hold.");
  f("accepted", v.accepted, "Rules that may fall for a while.");
}

struct CheckedRule {
  std::string name;
  std::string outcome;
  std::string text;
  std::optional<double> value;
  std::optional<std::string> reason;
};
template <class F>
void fields(CheckedRule& v, F& f) {
  f("name", v.name, "The rule.");
  f("outcome", v.outcome, "holds, fell, inconclusive, or accepted where it fell and may.");
  f("text", v.text, "In a sentence.");
  f("value", v.value, "What was held against the bound.");
  f("reason", v.reason, "Why it may fall.");
}

struct CheckReport {
  std::string schema = "nsys-ai.check/1";
  std::string outcome;
  std::string text;
  std::vector<CheckedRule> rules;
  std::optional<nsys::Comparison> comparison;
};
template <class F>
void fields(CheckReport& v, F& f) {
  f("schema", v.schema, "nsys-ai.check/1.");
  f("outcome", v.outcome, "holds, fell or inconclusive.");
  f("text", v.text, "In a sentence.");
  f("rules", v.rules, "One by one.");
  f("comparison", v.comparison, "With the base, where there is one.");
}

}  // namespace nsys_ai

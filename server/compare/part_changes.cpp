// Aligns parts by name, tests them, and rounds them so that they sum to the whole.
#include "compare/part_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/sum.h"
#include "compare/statistics.h"

namespace nsys_ai {
namespace {

// Below these a part is not tested: its share of the unit, and its change in all and of itself.
constexpr double kLeastShare = 0.01;
constexpr double kLeastChangeNs = 2000;
constexpr double kLeastChange = 0.01;
constexpr double kFalseDiscoveries = 0.1;

// A part on one side, over its runs.
struct PartOfSide {
  const PartFigures* first = nullptr;  // of the first run that has it
  double ns = 0;                       // of a typical unit
  double calls = 0;                    // in a typical unit
  int64_t all_calls = 0;
  Sum all_time{};
  std::vector<double> means;  // by run
  SampleSummary units;        // of the first run, over its units
  std::vector<std::string> refs;
};

struct ComparedPart {
  nsys::PartRow row;
  PartOfSide before, after;
  std::optional<double> probability;
};

using PartKey = std::tuple<size_t, std::string>;  // the use, in the order of the budget, and the name

size_t number_of_use(const std::string& use) {
  for (size_t i = 0; i < kBudgetUses; ++i)
    if (name_of(static_cast<BudgetUse>(i)) == use) return i;
  return kBudgetUses - 1;
}

void add_run(const RunFigures& run, size_t runs, std::map<PartKey, ComparedPart>& parts,
             PartOfSide ComparedPart::*side) {
  const double typical = static_cast<double>(run.typicalUnits) * static_cast<double>(runs);
  for (const PartFigures& of : run.parts) {
    PartOfSide& part = parts[{number_of_use(of.use), of.name}].*side;
    if (!part.first) {
      part.first = &of;
      part.units = {static_cast<double>(run.units), of.mean, of.variance};
    }
    part.ns += static_cast<double>(of.ns) / typical;
    part.calls += static_cast<double>(of.calls) / typical;
    part.all_calls += of.allCalls;
    part.all_time += of.allTimeNs;
    part.means.push_back(of.mean);
    if (!of.ref.empty() && part.refs.size() < 2) part.refs.push_back(of.ref);
  }
}

// Whether a kernel is among the small ones of a side, which are not listed.
bool is_unlisted(const std::string& name, const std::vector<RunFigures>& runs) {
  const std::string hash = hash_of_name(name);
  return std::any_of(runs.begin(), runs.end(), [&](const RunFigures& run) {
    return std::find(run.unlisted.begin(), run.unlisted.end(), hash) != run.unlisted.end();
  });
}

bool is_kernel(const PartOfSide& part) { return part.first && !part.first->family.empty(); }

// The running sums are rounded, not the values, so that rounded parts sum to the rounded whole.
class RoundedSum {
 public:
  int64_t add(double value) {
    sum_ += value;
    const int64_t rounded = std::llround(sum_);
    return rounded - std::exchange(given_, rounded);
  }

 private:
  double sum_ = 0;
  int64_t given_ = 0;
};

std::optional<double> probability_of(const ComparedPart& part, double unit_ns) {
  const double a = part.before.units.mean;
  const double b = part.after.units.mean;
  if (std::max(part.before.ns, part.after.ns) < kLeastShare * unit_ns) return std::nullopt;
  if (!part.before.first || !part.after.first || part.before.first->name.empty()) return std::nullopt;
  if (part.before.means.size() >= 2 && part.after.means.size() >= 2)
    return welch(summary_of(part.before.means), summary_of(part.after.means)).probability();
  if (part.before.units.count < 2 || part.after.units.count < 2) return std::nullopt;
  if (a == b) return 1;
  return welch(part.before.units, part.after.units).probability();
}

double mean_of(const PartOfSide& part) { return part.means.empty() ? 0 : summary_of(part.means).mean; }

bool is_large_change(const ComparedPart& part) {
  const double change = std::fabs(mean_of(part.after) - mean_of(part.before));
  return change >= kLeastChangeNs && change >= kLeastChange * mean_of(part.before);
}

std::string direction_of(const ComparedPart& part) {
  const double calls = part.before.calls > 0 ? part.after.calls / part.before.calls : 1;
  if (!is_kernel(part.after)) return mean_of(part.after) > mean_of(part.before) ? "grew" : "shrank";
  if (calls > 1.02) return "moreCalls";
  if (calls < 0.98) return "fewerCalls";
  return mean_of(part.after) > mean_of(part.before) ? "slower" : "faster";
}

void set_change(const ComparedPart& part, bool is_discovery, nsys::PartRow& row) {
  row.change = !part.probability        ? "notTested"
               : !is_large_change(part) ? "unchanged"
               : is_discovery           ? direction_of(part)
                                        : "uncertain";
}

void describe(const PartOfSide& side, std::optional<int64_t>& mean, std::vector<std::string>& refs) {
  if (side.all_calls > 0) mean = int64_t{side.all_time} / side.all_calls;
  refs = side.refs;
}

void describe(ComparedPart& part) {
  const PartOfSide& known = part.after.first ? part.after : part.before;
  part.row.name = known.first->name.empty() ? "others" : known.first->name;
  part.row.label = known.first->label.empty() ? part.row.name : known.first->label;
  part.row.use = known.first->use;
  part.row.family = known.first->family;
  part.row.beforeCalls = part.before.calls;
  part.row.afterCalls = part.after.calls;
  describe(part.before, part.row.beforeMeanNs, part.row.beforeRefs);
  describe(part.after, part.row.afterMeanNs, part.row.afterRefs);
  if (!part.before.first || !part.after.first || part.before.first->shape == part.after.first->shape) return;
  part.row.beforeShape = part.before.first->shape;
  part.row.afterShape = part.after.first->shape;
}

// A kernel that went and one that came, of one family and run as often, are one that was renamed.
void join_renamed(std::map<PartKey, ComparedPart>& parts) {
  for (auto came = parts.begin(); came != parts.end(); ++came) {
    ComparedPart& after = came->second;
    if (after.row.change != "added") continue;
    for (auto went = parts.begin(); went != parts.end(); ++went) {
      ComparedPart& before = went->second;
      const bool as_often = std::fabs(before.before.calls - after.after.calls) <= 0.1 * after.after.calls;
      if (before.row.change != "removed" || !as_often || before.row.family != after.row.family ||
          before.row.use != after.row.use)
        continue;
      after.row.formerName = before.row.name;
      after.before = before.before;
      describe(after);
      after.row.change = "renamed";
      parts.erase(went);
      break;
    }
  }
}

void set_added_and_removed(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                           std::map<PartKey, ComparedPart>& parts) {
  for (auto& [key, part] : parts) {
    const bool came = !part.before.first && is_kernel(part.after);
    const bool went = !part.after.first && is_kernel(part.before);
    if (came && !is_unlisted(part.row.name, before)) part.row.change = "added";
    if (went && !is_unlisted(part.row.name, after)) part.row.change = "removed";
  }
}

void test_parts(double unit_ns, std::map<PartKey, ComparedPart>& parts) {
  std::vector<ComparedPart*> tested;
  std::vector<double> probabilities;
  for (auto& [key, part] : parts) {
    part.probability = probability_of(part, unit_ns);
    if (!part.probability) continue;
    tested.push_back(&part);
    probabilities.push_back(*part.probability);
  }
  const std::vector<bool> found = discoveries(probabilities, kFalseDiscoveries);
  for (auto& [key, part] : parts) {
    const auto at = std::find(tested.begin(), tested.end(), &part);
    const bool is_discovery = at != tested.end() && found[static_cast<size_t>(at - tested.begin())];
    part.row.probability = part.probability;
    if (part.row.change.empty()) set_change(part, is_discovery, part.row);
  }
}

}  // namespace

void add_parts(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
               nsys::Comparison& comparison) {
  std::map<PartKey, ComparedPart> parts;
  for (const RunFigures& run : before) add_run(run, before.size(), parts, &ComparedPart::before);
  for (const RunFigures& run : after) add_run(run, after.size(), parts, &ComparedPart::after);
  for (auto& [key, part] : parts) describe(part);
  set_added_and_removed(before, after, parts);
  join_renamed(parts);
  test_parts(static_cast<double>(std::max(comparison.before.medianNs, comparison.after.medianNs)), parts);
  for (size_t use = 0; use < kBudgetUses; ++use)
    comparison.budget.push_back({std::string(name_of(static_cast<BudgetUse>(use))), 0, 0, 0});
  RoundedSum of_before, of_after;
  for (auto& [key, part] : parts) {
    part.row.beforeNs = of_before.add(part.before.ns);
    part.row.afterNs = of_after.add(part.after.ns);
    part.row.changeNs = part.row.afterNs - part.row.beforeNs;
    nsys::BudgetRow& row = comparison.budget[std::get<0>(key)];
    row.beforeNs += part.row.beforeNs;
    row.afterNs += part.row.afterNs;
    row.changeNs += part.row.changeNs;
    comparison.before.typicalNs += part.row.beforeNs;
    comparison.after.typicalNs += part.row.afterNs;
    comparison.parts.push_back(std::move(part.row));
  }
  std::stable_sort(comparison.parts.begin(), comparison.parts.end(),
                   [](const nsys::PartRow& a, const nsys::PartRow& b) {
                     return std::abs(a.changeNs) > std::abs(b.changeNs);
                   });
}

}  // namespace nsys_ai

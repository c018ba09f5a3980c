// Bootstraps medians, and matches collectives by participants and kernels by name.
#include "compare/experiment_changes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/context.h"
#include "compare/units.h"

namespace nsys_ai {
namespace {

constexpr double kLeastLog = 0.0198;  // the logarithm of 1.02

}  // namespace

int64_t middle_of(const RunDurations& run) { return std::llround(run_median(run)); }

SideChange side_change(const RunDurations& before, const RunDurations& after, Draws draws) {
  SideChange change;
  const double a = run_median(before);
  const double b = run_median(after);
  if (!(a > 0) || !(b > 0)) return change;
  change.log_ratio = std::log(b) - std::log(a);
  if (std::min(before.size(), after.size()) < static_cast<size_t>(kFewestUnits)) return change;
  check_cancelled();
  change.interval = bootstrap_interval({before}, {after}, Pairing::apart, draws);
  change.word = std::fabs(*change.log_ratio) < kLeastLog ? "unchanged"
                : change.interval->low > kLeastLog       ? "slower"
                : change.interval->high < -kLeastLog     ? "faster"
                                                         : "uncertain";
  return change;
}

RunDurations one_by_one(const std::vector<int64_t>& values) {
  RunDurations run;
  for (const int64_t value : values) run.push_back({value});
  return run;
}

std::optional<nsys::RatioBounds> bounds_of(const std::optional<LogBounds>& of) {
  if (!of) return std::nullopt;
  return nsys::RatioBounds{std::exp(of->low), std::exp(of->high)};
}

std::vector<nsys::CollectiveChangeRow> collective_changes(const ExperimentFigures& before,
                                                          const ExperimentFigures& after) {
  std::vector<nsys::CollectiveChangeRow> rows;
  std::set<CollectiveKey> keys;
  for (const ExperimentFigures* side : {&before, &after})
    for (const auto& [key, of] : side->collectives) keys.insert(key);
  const TransferFigures none;
  for (const CollectiveKey& key : keys) {
    const auto side = [&](const ExperimentFigures& of) -> const TransferFigures& {
      const auto found = of.collectives.find(key);
      return found == of.collectives.end() ? none : found->second;
    };
    const TransferFigures& one = side(before);
    const TransferFigures& other = side(after);
    const SideChange change = side_change(one_by_one(one.transfers), one_by_one(other.transfers), kFewDraws);
    nsys::CollectiveChangeRow row;
    const auto& [ranks, operation, bytes] = key;
    row.operation = operation;
    if (bytes >= 0) row.bytes = bytes;
    row.ranks = ranks;
    row.change = one.transfers.empty() ? "added" : other.transfers.empty() ? "removed" : change.word;
    row.beforeInstances = std::ssize(one.transfers);
    row.afterInstances = std::ssize(other.transfers);
    row.beforeTransferNs = middle_of(one_by_one(one.transfers));
    row.afterTransferNs = middle_of(one_by_one(other.transfers));
    if (row.beforeInstances > 0) row.beforeWaitNs = one.wait / row.beforeInstances;
    if (row.afterInstances > 0) row.afterWaitNs = other.wait / row.afterInstances;
    row.interval = bounds_of(change.interval);
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    const auto moved = [](const nsys::CollectiveChangeRow& row) {
      return static_cast<double>(std::abs(row.afterTransferNs - row.beforeTransferNs)) *
             static_cast<double>(row.afterInstances);
    };
    return moved(a) > moved(b);
  });
  return rows;
}

std::vector<nsys::KernelChangeRow> kernel_changes(const ExperimentFigures& before,
                                                  const ExperimentFigures& after) {
  std::vector<nsys::KernelChangeRow> rows;
  std::set<std::string> names;
  for (const ExperimentFigures* side : {&before, &after})
    for (const auto& [name, of] : side->kernels) names.insert(name);
  for (const std::string& name : names) {
    const auto side = [&](const ExperimentFigures& figures) -> std::optional<nsys::KernelTimes> {
      const auto found = figures.kernels.find(name);
      if (found == figures.kernels.end())
        return figures.all_kernels ? std::optional(nsys::KernelTimes{}) : std::nullopt;
      const auto units = static_cast<double>(std::max<int64_t>(1, figures.unit_count));
      const auto ns = static_cast<double>(found->second.ns);
      const auto calls = static_cast<double>(found->second.calls);
      return nsys::KernelTimes{calls / units, std::llround(ns / units),
                               calls > 0 ? std::llround(ns / calls) : 0};
    };
    rows.push_back({name, side(before), side(after)});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    const auto moved = [](const nsys::KernelChangeRow& row) {
      return row.before && row.after ? std::abs(row.after->ns - row.before->ns) : -1;
    };
    return moved(a) > moved(b);
  });
  return rows;
}

}  // namespace nsys_ai

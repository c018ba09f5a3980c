// The three largest rows of the budget, each with its largest part and references into both captures.
#include "compare/narration.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostCauses = 3;
// Rows of the budget that change by less of the unit are not named.
constexpr double kLeastOfUnit = 0.005;

constexpr std::array<std::string_view, kBudgetUses> kLookAt = {
    "`nsys-ai skill run top_kernels {}`, and Nsight Compute for the kernel that changed",
    "`nsys-ai skill run nccl_breakdown {}` and `nsys-ai skill run overlap_breakdown {}`",
    "`nsys-ai skill run memory_transfers {}`",
    "`nsys-ai skill run gpu_idle_gaps {}`, and what the host does there",
    "`nsys-ai skill run critical_path {}`, and `nsys-ai skill run event_waits {}`, which names the streams that others waited for where events were recorded (`--cuda-event-trace=true`)",
    "`nsys-ai skill run gpu_idle_gaps {}`"};

std::string signed_ns(int64_t ns) { return (ns < 0 ? "-" : "+") + readable_ns(std::abs(ns)); }

bool is_gap(const nsys::PartRow& part) { return part.name.starts_with("gap: "); }

std::string calls_words(const nsys::PartRow& part) {
  if (!part.beforeMeanNs || !part.afterMeanNs) return "";
  const char* one = is_gap(part) ? "gap" : "run";
  return fmt::format(", {} -> {} a {}, {:.4g} -> {:.4g} {}s a unit", readable_ns(*part.beforeMeanNs),
                     readable_ns(*part.afterMeanNs), one, part.beforeCalls, part.afterCalls, one);
}

std::string refs_words(const nsys::PartRow& part) {
  std::string words;
  if (!part.beforeRefs.empty()) words += ", before " + part.beforeRefs.front();
  if (!part.afterRefs.empty()) words += ", after " + part.afterRefs.front();
  return words;
}

std::string part_words(const nsys::PartRow& part) {
  const std::string name =
      is_gap(part) ? part.name.substr(5) : fmt::format("`{}`", shortened(one_line(part.label), 80));
  return fmt::format(" Most of it: {} {} ({}{}{}).", name, signed_ns(part.changeNs), part.change,
                     calls_words(part), refs_words(part));
}

// The part of a use that changed most in the direction of the use.
const nsys::PartRow* largest_part(const nsys::Comparison& comparison, const nsys::BudgetRow& row) {
  for (const nsys::PartRow& part : comparison.parts)
    if (part.use == row.use && (part.changeNs > 0) == (row.changeNs > 0) && part.name != "others")
      return &part;
  return nullptr;
}

BudgetUse use_of(const nsys::BudgetRow& row) {
  size_t use = 0;
  while (use + 1 < kBudgetUses && name_of(static_cast<BudgetUse>(use)) != row.use) ++use;
  return static_cast<BudgetUse>(use);
}

std::string cause_of(const nsys::Comparison& comparison, const nsys::BudgetRow& row) {
  const int64_t whole = comparison.after.typicalNs - comparison.before.typicalNs;
  std::string words = fmt::format("{}: {} -> {} ({}", words_of(use_of(row)), readable_ns(row.beforeNs),
                                  readable_ns(row.afterNs), signed_ns(row.changeNs));
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  // A share of the change says nothing where parts go both ways.
  const bool one_way =
      whole != 0 && (whole > 0) == (row.changeNs > 0) && std::abs(row.changeNs) <= std::abs(whole);
  if (one_way)
    words += fmt::format(", {} of the change",
                         readable_share(static_cast<double>(row.changeNs) / static_cast<double>(whole)));
  words += ").";
  if (const nsys::PartRow* part = largest_part(comparison, row)) words += part_words(*part);
  return words;
}

std::vector<const nsys::BudgetRow*> by_change(const nsys::Comparison& comparison) {
  std::vector<const nsys::BudgetRow*> rows;
  for (const nsys::BudgetRow& row : comparison.budget) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const nsys::BudgetRow* a, const nsys::BudgetRow* b) {
    return std::abs(a->changeNs) > std::abs(b->changeNs);
  });
  return rows;
}

bool matters(const nsys::Comparison& comparison, const nsys::BudgetRow& row) {
  return std::abs(static_cast<double>(row.changeNs)) >=
         kLeastOfUnit * static_cast<double>(std::max(comparison.before.typicalNs, int64_t{1}));
}

void add_causes(nsys::Comparison& comparison) {
  const auto rows = by_change(comparison);
  for (const nsys::BudgetRow* row : rows) {
    if (comparison.causes.size() == kMostCauses || !matters(comparison, *row)) break;
    comparison.causes.push_back(cause_of(comparison, *row));
    const std::string& file =
        row->changeNs > 0 ? comparison.after.files.front() : comparison.before.files.front();
    std::string look(kLookAt[static_cast<size_t>(use_of(*row))]);
    for (size_t at = look.find("{}"); at != std::string::npos; at = look.find("{}"))
      look.replace(at, 2, one_line(file));
    if (std::find(comparison.lookAt.begin(), comparison.lookAt.end(), look) == comparison.lookAt.end())
      comparison.lookAt.push_back(std::move(look));
  }
  const nsys::BudgetRow& compute = comparison.budget.front();
  if (!comparison.causes.empty() && !matters(comparison, compute) && compute.beforeNs > 0)
    comparison.causes.push_back(fmt::format("Compute takes as long as before: {} -> {}.",
                                            readable_ns(compute.beforeNs), readable_ns(compute.afterNs)));
}

struct FindingOfSides {
  std::vector<const FindingFigures*> before, after;
};

int64_t mean_ns(const std::vector<const FindingFigures*>& findings, size_t runs) {
  double sum = 0;
  for (const FindingFigures* of : findings) sum += static_cast<double>(of->ns);
  return std::llround(sum / static_cast<double>(runs));
}

// A finding is of a side where at least half of its runs have it.
void add_findings(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                  nsys::Comparison& comparison) {
  std::map<std::string, FindingOfSides> keys;
  for (const RunFigures& run : before)
    for (const FindingFigures& of : run.findings) keys[of.key].before.push_back(&of);
  for (const RunFigures& run : after)
    for (const FindingFigures& of : run.findings) keys[of.key].after.push_back(&of);
  for (const auto& [key, of] : keys) {
    const bool had = 2 * of.before.size() >= before.size() && !of.before.empty();
    const bool has = 2 * of.after.size() >= after.size() && !of.after.empty();
    if (!had && !has) continue;
    comparison.findings.push_back({key,
                                   had && has ? "stayed"
                                   : has      ? "came"
                                              : "went",
                                   mean_ns(of.before, before.size()), mean_ns(of.after, after.size()),
                                   has ? of.after.front()->title : of.before.front()->title});
  }
  std::stable_sort(comparison.findings.begin(), comparison.findings.end(),
                   [](const nsys::FindingChange& a, const nsys::FindingChange& b) {
                     return std::abs(a.afterNs - a.beforeNs) > std::abs(b.afterNs - b.beforeNs);
                   });
}

}  // namespace

void add_narration(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                   nsys::Comparison& comparison) {
  add_causes(comparison);
  add_findings(before, after, comparison);
}

}  // namespace nsys_ai

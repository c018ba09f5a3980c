// The verdict, where it went, and the tables behind it.
#include "features/workspace/ranks_diff_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "features/workspace/ranks_page.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

std::string word_of_change(const std::string& change) {
  return change == "notTested" ? "not tested" : change;
}

std::string both_times(int64_t before, int64_t after) {
  return before == after ? readable_ns(after) : readable_ns(before) + " -> " + readable_ns(after);
}

std::string left_out(size_t all, size_t shown) {
  return all > shown ? fmt::format(" {} more are in JSON.", all - shown) : "";
}

PageTable changed_findings(const nsys::RanksComparison& comparison) {
  PageTable table;
  table.header = {text_cell("change"), text_cell("finding"), number_cell("before"), number_cell("after")};
  for (const nsys::FindingChange& of : comparison.findings)
    table.rows.push_back({text_cell(of.change), text_cell(one_line(of.title), target_of_page(of.key)),
                          number_cell(of.change == "came" ? "-" : readable_ns(of.beforeNs)),
                          number_cell(of.change == "went" ? "-" : readable_ns(of.afterNs))});
  table.caption = "What each costs over its whole capture.";
  return table;
}

PageTable changed_ranks(const nsys::RanksComparison& comparison, size_t most) {
  PageTable table;
  table.header = {text_cell("rank"),
                  text_cell("own time"),
                  number_cell("own"),
                  number_cell("waiting"),
                  number_cell("transfer"),
                  number_cell("busy"),
                  number_cell("communication"),
                  number_cell(comparison.unit)};
  std::vector<const nsys::RankChangeRow*> rows;
  for (const nsys::RankChangeRow& row : comparison.ranks) rows.push_back(&row);
  // All of them in their order where they fit, else those that changed most.
  if (rows.size() > most)
    std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
      return std::abs(a->after.ownNs - a->before.ownNs) > std::abs(b->after.ownNs - b->before.ownNs);
    });
  for (const nsys::RankChangeRow* row : rows) {
    if (table.rows.size() == most) break;
    const auto cell = [&](int64_t nsys::RankTimes::*time) {
      return number_cell(both_times(row->before.*time, row->after.*time));
    };
    table.rows.push_back({text_cell(one_line(row->rank)), text_cell(word_of_change(row->change)),
                          cell(&nsys::RankTimes::ownNs), cell(&nsys::RankTimes::waitNs),
                          cell(&nsys::RankTimes::transferNs), cell(&nsys::RankTimes::busyNs),
                          cell(&nsys::RankTimes::communicationNs), cell(&nsys::RankTimes::unitNs)});
  }
  table.caption = fmt::format(
      "Medians over {}, each of its own. Own is without waiting for others in matched collectives; slower and faster "
      "is what changed by 2 %, with the 95 % interval.{}",
      comparison.unit == "step" ? "steps, from the first operation to that of the next one"
                                : "the whole capture",
      left_out(comparison.ranks.size(), most));
  return table;
}

PageTable changed_collectives(const nsys::RanksComparison& comparison, size_t most) {
  PageTable table;
  table.header = {text_cell("operation"),  number_cell("size"),    text_cell("ranks"),    text_cell("change"),
                  number_cell("transfer"), number_cell("waiting"), number_cell("matched")};
  for (const nsys::CollectiveChangeRow& row : comparison.collectives) {
    if (table.rows.size() == most) break;
    const std::string count = row.beforeInstances == row.afterInstances
                                  ? readable_count(row.afterInstances)
                                  : fmt::format("{} -> {}", readable_count(row.beforeInstances),
                                                readable_count(row.afterInstances));
    table.rows.push_back({text_cell(row.operation), number_cell(row.bytes ? readable_bytes(*row.bytes) : "-"),
                          text_cell(listed_ranks(row.ranks)), text_cell(word_of_change(row.change)),
                          number_cell(both_times(row.beforeTransferNs, row.afterTransferNs)),
                          number_cell(both_times(row.beforeWaitNs, row.afterWaitNs)), number_cell(count)});
  }
  table.caption =
      "The transfer is the median of the shortest participants; waiting is that of all participants of one, on "
      "average." +
      left_out(comparison.collectives.size(), most);
  return table;
}

PageTable changed_kernels(const nsys::RanksComparison& comparison, size_t most) {
  PageTable table;
  table.header = {text_cell("kernel"), number_cell("mean"), number_cell("calls a " + comparison.unit),
                  number_cell("time a " + comparison.unit)};
  for (const nsys::KernelChangeRow& row : comparison.kernels) {
    if (table.rows.size() == most) break;
    const auto both = [&](auto text) {
      const std::string before = row.before ? text(*row.before) : "-";
      const std::string after = row.after ? text(*row.after) : "-";
      return number_cell(before == after ? after : before + " -> " + after);
    };
    Cell name = name_cell(row.name);
    table.rows.push_back({std::move(name), both([](const auto& of) { return readable_ns(of.meanNs); }),
                          both([](const auto& of) { return fmt::format("{:.4g}", of.calls); }),
                          both([](const auto& of) { return readable_ns(of.ns); })});
  }
  table.caption =
      "Compute kernels of the whole capture, mean over ranks; of each rank the 32 names that take most time." +
      left_out(comparison.kernels.size(), most);
  return table;
}

}  // namespace

Page ranks_diff_page(const nsys::RanksComparison& comparison, size_t most) {
  Page page;
  page.blocks.emplace_back(Paragraph{one_line(comparison.text)});
  if (!comparison.causes.empty()) page.blocks.emplace_back(Heading{"Where it went"});
  for (const std::string& cause : comparison.causes) page.blocks.emplace_back(Paragraph{one_line(cause)});
  if (!comparison.findings.empty()) {
    page.blocks.emplace_back(Heading{"Findings"});
    page.blocks.emplace_back(changed_findings(comparison));
  }
  if (!comparison.ranks.empty()) {
    page.blocks.emplace_back(Heading{"Ranks"});
    page.blocks.emplace_back(changed_ranks(comparison, most));
  }
  if (!comparison.collectives.empty()) {
    page.blocks.emplace_back(Heading{"Collectives"});
    page.blocks.emplace_back(changed_collectives(comparison, most));
  }
  if (!comparison.kernels.empty()) {
    page.blocks.emplace_back(Heading{"Kernels"});
    page.blocks.emplace_back(changed_kernels(comparison, most));
  }
  for (const nsys::UnreadFile& of : comparison.unread) {
    if (&of == &comparison.unread.front()) page.blocks.emplace_back(Heading{"Not read"});
    page.blocks.emplace_back(Paragraph{one_line(of.reason)});
  }
  page.notes = comparison.notes;
  return page;
}

std::string ranks_diff_markdown(const nsys::RanksComparison& comparison, size_t most_bytes) {
  nsys::RanksComparison kept = comparison;
  for (size_t most = 20;; most /= 2) {
    const std::string text = markdown_of(ranks_diff_page(kept, most));
    if (text.size() <= most_bytes) return text;
    if (most > 1) continue;
    if (kept.notes.empty() && kept.unread.empty() && kept.findings.size() <= 1)
      return text.substr(0, most_bytes);
    kept.notes.clear();
    kept.unread.clear();
    kept.findings.resize(std::min<size_t>(kept.findings.size(), 1));
  }
}

}  // namespace nsys_ai

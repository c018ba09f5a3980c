// The findings, and the tables behind them.
#include "features/workspace/ranks_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kStepColumns = 12;

PageTable ranks_of(const nsys::RankReport& report, size_t most) {
  const bool has_groups = std::any_of(report.ranks.begin(), report.ranks.end(),
                                      [](const nsys::RankRow& row) { return row.group > 0; });
  const bool has_mpi = std::any_of(report.ranks.begin(), report.ranks.end(), [](const nsys::RankRow& row) {
    return row.mpiTransferNs + row.mpiWaitNs > 0;
  });
  PageTable table;
  table.header = {text_cell("rank"),       number_cell("steps"),         number_cell("step"),
                  number_cell("compute"),  number_cell("communication"), number_cell("idle"),
                  number_cell("transfer"), number_cell("waiting"),       number_cell("other"),
                  number_cell("last")};
  if (has_mpi) table.header.push_back(number_cell("waiting in MPI"));
  if (has_groups) table.header.insert(table.header.begin() + 1, number_cell("group"));
  for (const nsys::RankRow& row : report.ranks) {
    if (table.rows.size() == most) break;
    Cell waiting = time_cell(row.waitNs);
    waiting.share = ratio(row.waitNs, row.spanNs);
    std::vector<Cell> cells = {
        text_cell(one_line(row.rank)),
        row.steps > 0 ? count_cell(row.steps) : number_cell("-"),
        row.stepNs ? time_cell(*row.stepNs) : number_cell("-"),
        time_cell(row.computeNs),
        time_cell(row.communicationNs),
        time_cell(row.idleNs),
        time_cell(row.transferNs),
        std::move(waiting),
        time_cell(row.unmatchedNs),
        number_cell(row.lastOf > 0 ? fmt::format("{} of {}", row.last, row.lastOf) : "-")};
    if (has_mpi) cells.push_back(time_cell(row.mpiWaitNs));
    if (has_groups) cells.insert(cells.begin() + 1, number_cell(std::to_string(row.group)));
    table.rows.push_back(std::move(cells));
  }
  table.caption =
      "Times are of the whole capture; the step is the median. Transfer, waiting and other are summed durations of "
      "communication kernels: the shortest participant, the rest, and kernels without a partner.";
  if (report.ranks.size() > most)
    table.caption += fmt::format(" {} more ranks are in JSON.", report.ranks.size() - most);
  return table;
}

PageTable collectives_of(const nsys::RankReport& report, size_t most) {
  PageTable table;
  table.header = {text_cell("communicator"),   text_cell("operation"),      number_cell("size"),
                  text_cell("ranks"),          number_cell("matched"),      number_cell("transfer"),
                  number_cell("waiting"),      number_cell("longest wait"), number_cell("bus"),
                  text_cell("most often last")};
  for (const nsys::CollectiveRow& row : report.collectives) {
    if (table.rows.size() == most) break;
    table.rows.push_back(
        {text_cell(one_line(row.communicator)), text_cell(row.operation),
         number_cell(row.bytes ? readable_bytes(*row.bytes) : "-"), text_cell(listed_ranks(row.ranks)),
         count_cell(row.instances), time_cell(row.medianTransferNs), time_cell(row.waitNs),
         time_cell(row.longestWaitNs),
         number_cell(row.busGBps ? fmt::format("{:.1f} GB/s", *row.busGBps) : "-"),
         text_cell(row.lastOf > 0
                       ? fmt::format("{}: {} of {}", one_line(row.mostOftenLast), row.last, row.lastOf)
                       : "nobody clearly")});
  }
  table.caption =
      "The transfer is the median of the shortest participants, and the bus bandwidth is by it; waiting is summed over "
      "all participants.";
  if (report.collectives.size() > most)
    table.caption += fmt::format(" {} more rows are in JSON.", report.collectives.size() - most);
  return table;
}

// Rank by step: how long each step took without waiting for others.
PageTable steps_of(const nsys::RankReport& report, size_t most) {
  PageTable table;
  table.header = {text_cell("rank")};
  // Of many steps every nth is shown, and its column is the longest of those between.
  const size_t stride = (report.steps.size() + kStepColumns - 1) / kStepColumns;
  std::vector<std::pair<size_t, size_t>> columns;
  for (size_t from = 0; from < report.steps.size(); from += stride)
    columns.emplace_back(from, std::min(report.steps.size(), from + stride));
  for (const auto& [from, to] : columns)
    table.header.push_back(number_cell(
        to - from == 1 ? std::to_string(report.steps[from].step)
                       : fmt::format("{}-{}", report.steps[from].step, report.steps[to - 1].step)));
  int64_t longest = 1;
  int64_t shortest = INT64_MAX;
  for (const nsys::RankStepRow& step : report.steps)
    for (const int64_t own : step.ownNs) {
      longest = std::max(longest, own);
      if (own >= 0) shortest = std::min(shortest, own);
    }
  for (size_t rank = 0; rank < report.ranks.size() && table.rows.size() < most; ++rank) {
    std::vector<Cell> cells = {text_cell(one_line(report.ranks[rank].rank))};
    bool any = false;
    for (const auto& [from, to] : columns) {
      int64_t own = -1;
      size_t longest_at = from;
      for (size_t at = from; at < to; ++at) {
        if (report.steps[at].ownNs[rank] <= own) continue;
        own = report.steps[at].ownNs[rank];
        longest_at = at;
      }
      any = any || own >= 0;
      Cell cell = own >= 0 ? time_cell(own) : number_cell("-");
      if (own >= 0) {
        // From the shortest on: what differs is to be seen.
        cell.share = ratio(own - shortest, longest - shortest);
        cell.view = ViewLink{"ranks",
                             {{"rank", report.ranks[rank].rank},
                              {"read", "yes"},
                              {"step", std::to_string(report.steps[longest_at].step)}}};
      }
      cells.push_back(std::move(cell));
    }
    if (any) table.rows.push_back(std::move(cells));
  }
  const auto slowest = std::count_if(report.steps.begin(), report.steps.end(),
                                     [](const nsys::RankStepRow& of) { return !of.slowest.empty(); });
  std::set<std::string> who;
  for (const nsys::RankStepRow& of : report.steps)
    if (!of.slowest.empty()) who.insert(of.slowest);
  table.caption = "The duration of each step on the GPU without what the rank waited in matched collectives" +
                  std::string(stride > 1 ? "; of several steps the longest." : ".") +
                  " Bars go from the shortest of all to the longest.";
  if (slowest > 0)
    table.caption += fmt::format(" In {} of {} steps one rank is clearly the slowest: {}.", slowest,
                                 report.steps.size(), listed_ranks({who.begin(), who.end()}));
  return table;
}

PageTable clocks_of(const nsys::RankReport& report, size_t most) {
  PageTable table;
  table.header = {text_cell("capture"), text_cell("aligned by"), number_cell("ahead"),
                  number_cell("residual"), number_cell("collectives")};
  for (const nsys::ClockRow& row : report.clocks) {
    if (table.rows.size() == most) break;
    const bool found = row.residualNs.has_value();
    table.rows.push_back({name_cell(std::filesystem::path(row.file).filename().string()), text_cell(row.from),
                          number_cell(found ? readable_ns(row.aheadNs) : "-"),
                          number_cell(found ? readable_ns(*row.residualNs) : "-"),
                          found ? count_cell(row.ends) : number_cell("-")});
  }
  table.caption = "By how much the session start of a capture is ahead of the middle of all; corrected.";
  return table;
}

}  // namespace

std::string listed_ranks(const std::vector<std::string>& ranks) {
  constexpr size_t kMost = 8;
  if (ranks.size() <= kMost) return one_line(fmt::format("{}", fmt::join(ranks, ", ")));
  return one_line(
      fmt::format("{} ranks: {}, ...", ranks.size(), fmt::join(ranks.begin(), ranks.begin() + kMost, ", ")));
}

Page ranks_page(const nsys::RankReport& report, size_t most) {
  Page page;
  for (const nsys::RankFinding& of : report.findings) {
    PageFinding finding;
    finding.severity = of.severity;
    finding.title = text_cell(one_line(of.title), target_of_page(of.key));
    finding.detail = one_line(of.detail);
    finding.advice = one_line(of.advice);
    page.blocks.emplace_back(std::move(finding));
  }
  if (report.findings.empty() && report.ranks.size() > 1)
    page.blocks.emplace_back(Paragraph{
        fmt::format("No rank stands out: of {} ranks none is slow, and no wait costs 2 % of the run.",
                    report.ranks.size())});
  if (!report.ranks.empty()) {
    page.blocks.emplace_back(Heading{"Ranks"});
    page.blocks.emplace_back(ranks_of(report, most));
  }
  if (!report.collectives.empty()) {
    page.blocks.emplace_back(Heading{"Collectives"});
    page.blocks.emplace_back(collectives_of(report, most));
  }
  if (!report.steps.empty()) {
    page.blocks.emplace_back(Heading{"Steps"});
    page.blocks.emplace_back(steps_of(report, most));
  }
  if (report.clocks.size() > 1) {
    page.blocks.emplace_back(Heading{"Clocks"});
    page.blocks.emplace_back(clocks_of(report, most));
  }
  for (const nsys::UnreadFile& of : report.unread) {
    if (&of == &report.unread.front()) page.blocks.emplace_back(Heading{"Not read"});
    page.blocks.emplace_back(Paragraph{one_line(of.reason)});
  }
  page.notes = report.notes;
  return page;
}

}  // namespace nsys_ai

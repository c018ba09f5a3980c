// Rows with their units, of what the report and the matched collectives have.
#include "ranks/rank_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/units.h"
#include "ranks/collective_tables.h"
#include "ranks/rank_table.h"

namespace nsys_ai {
namespace {

template <class Row, class Source, class Make>
Table table_of_rows(const std::vector<Source>& sources, Make make) {
  Table table;
  table.columns = columns_of<Row>();
  for (const Source& of : sources) table.rows.push_back(values_of<Row>(make(of)));
  return table;
}

struct ClockTableRow {
  std::string file;
  std::string aligned_by;
  std::optional<Ns> ahead_ns;
  std::optional<double> drift_ppm;
  std::optional<Ns> residual_ns;
  int64_t ends = 0;
};
template <class F>
void fields(ClockTableRow& r, F& f) {
  f("file", r.file, "The capture.");
  f("aligned_by", r.aligned_by, "collectives, session start, or none.");
  f("ahead_ns", r.ahead_ns, "How much its session start is ahead of the middle of all captures.");
  f("drift_ppm", r.drift_ppm, "How much it gains on the others, in millionths.");
  f("residual_ns", r.residual_ns, "The median distance of ends from that.");
  f("ends", r.ends, "Of how many collectives.");
}

Table clocks_table(const MatchedExperiment&, const nsys::RankReport& report) {
  return table_of_rows<ClockTableRow>(report.clocks, [](const nsys::ClockRow& of) {
    ClockTableRow row{of.file, of.from, {}, {}, {}, of.ends};
    if (!of.residualNs) return row;
    row.ahead_ns = Ns{of.aheadNs};
    row.drift_ppm = of.driftPpm;
    row.residual_ns = Ns{*of.residualNs};
    return row;
  });
}

struct FindingTableRow {
  std::string finding;
  std::string severity;
  std::string ranks;
  Ns lost_ns;
  std::string title;
  std::string detail;
  std::string advice;
};
template <class F>
void fields(FindingTableRow& r, F& f) {
  f("finding", r.finding, "Its key, which `nsys-ai knowledge` explains.");
  f("severity", r.severity, "high, medium or information.");
  f("ranks", r.ranks, "Which ranks it is about.");
  f("lost_ns", r.lost_ns, "What it costs.");
  f("title", r.title, "In a line.");
  f("detail", r.detail, "By what figures.");
  f("advice", r.advice, "What to do next.");
}

Table findings_table(const MatchedExperiment&, const nsys::RankReport& report) {
  return table_of_rows<FindingTableRow>(report.findings, [](const nsys::RankFinding& of) {
    return FindingTableRow{of.key,        of.severity, fmt::format("{}", fmt::join(of.ranks, ",")),
                           Ns{of.lostNs}, of.title,    of.detail,
                           of.advice};
  });
}

struct ImbalanceRow {
  std::string rank;
  int64_t group = 0;
  Ns compute_ns;
  Ns group_compute_ns;
  double kernel_ratio = 1;
  Ns wait_ns;
};
template <class F>
void fields(ImbalanceRow& r, F& f) {
  f("rank", r.rank, "The label of the rank.");
  f("group", r.group, "Ranks of one number run the same kernels equally often.");
  f("compute_ns", r.compute_ns, "Summed durations of its compute kernels.");
  f("group_compute_ns", r.group_compute_ns, "The median of the others of its group.");
  f("kernel_ratio", r.kernel_ratio,
    "The middle ratio of mean durations of its kernels to those of the same names in its group, weighted by time.");
  f("wait_ns", r.wait_ns, "What it waited for others: who has less to do waits longer.");
}

Table imbalance_table(const MatchedExperiment& matched, const nsys::RankReport& report) {
  Table table;
  table.columns = columns_of<ImbalanceRow>();
  for (size_t rank = 0; rank < report.ranks.size(); ++rank) {
    const RankWork& work = matched.work[rank];
    table.rows.push_back(
        values_of(ImbalanceRow{report.ranks[rank].rank, report.ranks[rank].group, Ns{work.compute},
                               Ns{work.of_others}, work.ratio, Ns{report.ranks[rank].waitNs}}));
  }
  return table;
}

struct RankTableRow {
  std::string rank;
  std::optional<Id> number;
  std::optional<std::string> number_from;
  std::string file;
  std::string host;
  std::optional<Id> pid;
  Id device;
  std::string gpu;
  std::string uuid;
  Id group;
  int64_t steps = 0;
  std::optional<Ns> step_ns;
  Ns span_ns;
  Ns busy_ns;
  Ns compute_ns;
  Ns communication_ns;
  Ns overlap_ns;
  Ns idle_ns;
  int64_t collectives = 0;
  Ns collective_ns;
  Ns transfer_ns;
  Ns wait_ns;
  Ns unmatched_ns;
  int64_t last = 0;
  int64_t last_of = 0;
  Ns mpi_transfer_ns;
  Ns mpi_wait_ns;
};
template <class F>
void fields(RankTableRow& r, F& f) {
  f("rank", r.rank, "The label of the rank.");
  f("number", r.number, "Its number, where it is known.");
  f("number_from", r.number_from, "What states it.");
  f("file", r.file, "The capture.");
  f("host", r.host, "The machine, where the capture names it.");
  f("pid", r.pid, "The process.");
  f("device", r.device, "The GPU, as CUDA numbers it in that process.");
  f("gpu", r.gpu, "Its model.");
  f("uuid", r.uuid, "Which GPU it is, else its place on the bus.");
  f("group", r.group, "Ranks of one number run the same kernels equally often.");
  f("steps", r.steps, "How many steps were found.");
  f("step_ns", r.step_ns, "The median of their durations on the GPU.");
  f("span_ns", r.span_ns, "From its first GPU operation to the end of its last.");
  f("busy_ns", r.busy_ns, "Of that, with any operation on the GPU.");
  f("compute_ns", r.compute_ns, "With a compute kernel.");
  f("communication_ns", r.communication_ns, "With a communication kernel.");
  f("overlap_ns", r.overlap_ns, "With both.");
  f("idle_ns", r.idle_ns, "span_ns - busy_ns.");
  f("collectives", r.collectives, "Communication kernels.");
  f("collective_ns", r.collective_ns, "Their durations, summed: transfer_ns + wait_ns + unmatched_ns.");
  f("transfer_ns", r.transfer_ns, "Of each matched collective the shortest participant.");
  f("wait_ns", r.wait_ns, "The rest of those, which waited for the last to come.");
  f("unmatched_ns", r.unmatched_ns, "Of kernels without a partner on each rank, or that wait for nobody.");
  f("last", r.last, "In how many collectives it came last.");
  f("last_of", r.last_of, "Of how many in which somebody clearly did.");
  f("mpi_transfer_ns", r.mpi_transfer_ns, "On the host, of collectives of MPI: the shortest participants.");
  f("mpi_wait_ns", r.mpi_wait_ns, "On the host, the rest of these.");
}

Table ranks_table(const MatchedExperiment&, const nsys::RankReport& report) {
  return table_of_rows<RankTableRow>(report.ranks, [](const nsys::RankRow& of) {
    RankTableRow row;
    row.rank = of.rank;
    if (of.number) row.number = Id{*of.number};
    row.number_from = of.numberFrom;
    row.file = of.file;
    row.host = of.host;
    if (of.pid) row.pid = Id{*of.pid};
    row.device = Id{of.device};
    row.gpu = of.gpu;
    row.uuid = of.uuid;
    row.group = Id{of.group};
    row.steps = of.steps;
    if (of.stepNs) row.step_ns = Ns{*of.stepNs};
    row.span_ns = Ns{of.spanNs};
    row.busy_ns = Ns{of.busyNs};
    row.compute_ns = Ns{of.computeNs};
    row.communication_ns = Ns{of.communicationNs};
    row.overlap_ns = Ns{of.overlapNs};
    row.idle_ns = Ns{of.idleNs};
    row.collectives = of.collectives;
    row.collective_ns = Ns{of.collectiveNs};
    row.transfer_ns = Ns{of.transferNs};
    row.wait_ns = Ns{of.waitNs};
    row.unmatched_ns = Ns{of.unmatchedNs};
    row.last = of.last;
    row.last_of = of.lastOf;
    row.mpi_transfer_ns = Ns{of.mpiTransferNs};
    row.mpi_wait_ns = Ns{of.mpiWaitNs};
    return row;
  });
}

struct StepTableRow {
  Id step;
  std::string rank;
  Ns duration_ns;
  Ns own_ns;
  Ns wait_ns;
  std::string slowest;
};
template <class F>
void fields(StepTableRow& r, F& f) {
  f("step", r.step, "Its number, from 0.");
  f("rank", r.rank, "The label of the rank.");
  f("duration_ns", r.duration_ns, "On the GPU.");
  f("own_ns", r.own_ns, "The same without what it waited for others in matched collectives.");
  f("wait_ns", r.wait_ns, "What it waited, of this duration.");
  f("slowest", r.slowest, "yes for the longest own time, where it is 2 % above those of its group.");
}

Table steps_table(const MatchedExperiment&, const nsys::RankReport& report) {
  Table table;
  table.columns = columns_of<StepTableRow>();
  for (const nsys::RankStepRow& step : report.steps)
    for (size_t rank = 0; rank < report.ranks.size(); ++rank) {
      if (step.durationNs[rank] < 0) continue;
      const std::string& label = report.ranks[rank].rank;
      table.rows.push_back(values_of(
          StepTableRow{Id{step.step}, label, Ns{step.durationNs[rank]}, Ns{step.ownNs[rank]},
                       Ns{step.durationNs[rank] - step.ownNs[rank]}, step.slowest == label ? "yes" : "no"}));
    }
  return table;
}

constexpr auto kRankTables = std::to_array<RankTableKind>({
    {"clocks", "how far the clock of each capture is off, and by what that is known", clocks_table},
    {"collectives", "transfer, waiting and bandwidth by communicator, operation and size", collectives_table},
    {"findings", "what stands out", findings_table},
    {"imbalance", "the work of each rank against that of its group, and what it waited", imbalance_table},
    {"last", "who came last in the collectives of each communicator, how often, and at what cost",
     last_table},
    {"participants", "each rank in each collective",
     [](const MatchedExperiment& matched, const nsys::RankReport&) { return rank_table(matched); }},
    {"ranks", "busy and idle time, transfer and waiting of each rank", ranks_table},
    {"skew", "how far apart the ranks came to each collective, over time", skew_table},
    {"steps", "each rank in each step, and which one is the slowest", steps_table},
});

}  // namespace

std::span<const RankTableKind> rank_tables() { return kRankTables; }

const RankTableKind* rank_table_named(std::string_view name) {
  const auto found = std::ranges::find(kRankTables, name, &RankTableKind::name);
  return found == kRankTables.end() ? nullptr : &*found;
}

}  // namespace nsys_ai

// Which steps are outliers, and what differs in them? One row per outlier.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "analysis/time/iteration_work.h"
#include "base/text_table.h"
#include "skills/iteration_text.h"
#include "skills/list.h"

namespace nsys_ai::iteration_anomalies_skill {
namespace {

constexpr size_t kMinSteps = 5;
constexpr int64_t kDeviations = 3;
// Minimum spread: almost identical steps would otherwise make any jitter an outlier.
constexpr int64_t kMinPart = 20;        // a twentieth of the median
constexpr int64_t kMinExcess = 50'000;  // ns

struct Params {
  int64_t limit = 20;
  std::string marker;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("marker", p.marker, kMarkerDoc);
}

struct Row {
  Id iteration;
  std::string source;
  std::optional<Id> pid;
  Ns duration_ns;
  Ns median_ns;
  Ns mad_ns;
  Ns excess_ns;
  std::string explained_by;
};
template <class F>
void fields(Row& r, F& f) {
  f("iteration", r.iteration, "The number of the step, in its process.");
  f("source", r.source, "marker, detected or repeat, as in iteration_timing.");
  f("pid", r.pid, "The process; none where the capture names none.");
  f("duration_ns", r.duration_ns, "First start to last end of its operations, over all its GPUs.");
  f("median_ns", r.median_ns, "The median duration of the process's steps in scope.");
  f("mad_ns", r.mad_ns, "The median of their distances from that median.");
  f("excess_ns", r.excess_ns, "duration_ns - median_ns; negative where the step was shorter.");
  f("explained_by", r.explained_by,
    "The item of iteration_detail that differs most from its own median in the same direction, and by how much; empty where none does.");
}

std::string explanation(const IterationTable& table, uint32_t step, int64_t excess) {
  const IterationItem* best = nullptr;
  int64_t most = 0;
  for (size_t i = 0; i < table.items.size(); ++i) {
    const IterationItem& item = table.items[i];
    // Duration and busy time consist of the items that follow.
    if (i < IterationTable::kWhole && item.name != "idle" && item.name != "communication") continue;
    const int64_t delta = item.of(step).total - item.median;
    if ((delta > 0) != (excess > 0) || std::abs(delta) <= most) continue;
    most = std::abs(delta);
    best = &item;
  }
  if (!best) return "";
  return fmt::format("{} {}{}", best->name, excess > 0 ? "+" : "-", readable_ns(most));
}

void add_outliers(const Profile& profile, const Iterations& iterations, const IterationTable& table,
                  std::vector<Row>& rows) {
  const IterationItem& duration = table.items[IterationTable::kDuration];
  std::vector<int64_t> distances;
  for (const auto& cell : duration.cells) distances.push_back(std::abs(cell.total - duration.median));
  const int64_t mad = median_of(distances);
  const int64_t allowed = std::max({kDeviations * mad, duration.median / kMinPart, kMinExcess});
  for (const auto& cell : duration.cells) {
    const int64_t excess = cell.total - duration.median;
    if (std::abs(excess) <= allowed) continue;
    const Iteration& of = iterations.all[table.steps[cell.step]];
    rows.push_back({of.number, std::string(name_of(iterations.of(of).source)), profile.pid_of(table.process),
                    Ns{cell.total}, Ns{duration.median}, Ns{mad}, Ns{excess},
                    explanation(table, cell.step, excess)});
  }
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto scope = scope_of_all_iterations(profile, context.scope);
  if (!scope) return tl::unexpected(scope.error());
  const IterationsFor iterations(profile, params.marker);
  const auto tables = iteration_tables(profile, *iterations, *scope);
  if (tables.empty()) return Empty{why_no_iterations(profile, *iterations, params.marker)};
  Rows<Row> rows;
  size_t most = 0;
  for (const IterationTable& table : tables) {
    most = std::max(most, table.steps.size());
    if (table.steps.size() >= kMinSteps) add_outliers(profile, *iterations, table, rows.rows);
  }
  if (most < kMinSteps)
    return CannotAnswer{
        fmt::format(
            "There {} {} iteration{} in this scope; among fewer than {} none can be called an outlier.",
            most == 1 ? "is" : "are", most, most == 1 ? "" : "s", kMinSteps),
        {"Capture more steps, or widen the window."}};
  if (rows.rows.empty())
    return Empty{"No iteration is further from the median than three deviations, 5 % and 50 us."};
  std::sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(-std::abs(a.excess_ns.count), a.iteration, a.pid) <
           std::tuple(-std::abs(b.excess_ns.count), b.iteration, b.pid);
  });
  note_step_sources(*iterations, rows.notes);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "iteration_anomalies",
       .title = "Which steps are outliers, and what differs in them?",
       .doc =
           "One row an outlier, the largest excess first. "
           "A step is one when its duration on the GPU lies further from the median of its process than three times the median absolute deviation, than 5 % of the median, and than 50 us. "
           "At least five steps are needed.",
       .reading = "The first steps are often outliers, because code is loaded and memory allocated in them. "
                  "Ask iteration_detail for all that differs.",
       .source = "Median and median absolute deviation, which a few outliers do not move.",
       .limits =
           "A slow step that is not rare is no outlier. explained_by names the largest difference, not a cause. "
           "A window that cuts a step makes it short.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::iteration_anomalies_skill

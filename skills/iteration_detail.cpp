// What happened in one step, compared with the median step? One row per item.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "analysis/time/iteration_work.h"
#include "base/quantity.h"
#include "skills/iteration_text.h"
#include "skills/list.h"

namespace nsys_ai::iteration_detail_skill {
namespace {

struct Params {
  int64_t limit = 20;
  std::string step;
  std::string marker;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("step", p.step, "The number of the step, from 0; empty: that of --iteration, else the longest.");
  f("marker", p.marker, kMarkerDoc);
}

struct Row {
  std::optional<Id> pid;
  Id iteration;
  std::string item;
  Ns this_ns;
  Ns median_ns;
  Ns delta_ns;
  int64_t calls = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names none.");
  f("iteration", r.iteration, "The number of the step, in its process.");
  f("item", r.item,
    "duration (first start to last end on its GPUs), busy, communication and idle (of its operations, summed over GPUs), then each kernel, direction of copies, memset and CUDA graph.");
  f("this_ns", r.this_ns, "What the step spent on it; kernels and copies are summed.");
  f("median_ns", r.median_ns, "The median over all steps of the process; steps without it count as 0.");
  f("delta_ns", r.delta_ns, "this_ns - median_ns.");
  f("calls", r.calls, "How often it ran in the step; 1 for duration, busy, communication and idle.");
}

// The longest step, or the first of equal ones.
uint32_t longest(const IterationTable& table) {
  uint32_t best = 0;
  const IterationItem& duration = table.items[IterationTable::kDuration];
  for (uint32_t step = 1; step < table.steps.size(); ++step)
    if (duration.of(step).total > duration.of(best).total) best = step;
  return best;
}

void add_rows(const Profile& profile, const Iterations& iterations, const IterationTable& table,
              uint32_t step, std::vector<Row>& rows) {
  const size_t first = rows.size();
  for (const IterationItem& item : table.items) {
    const auto cell = item.of(step);
    if (cell.total == 0 && item.median == 0 && cell.calls == 0) continue;
    rows.push_back({profile.pid_of(table.process), iterations.all[table.steps[step]].number, item.name,
                    Ns{cell.total}, Ns{item.median}, Ns{cell.total - item.median}, cell.calls});
  }
  std::sort(rows.begin() + static_cast<ptrdiff_t>(std::min(rows.size(), first + IterationTable::kWhole)),
            rows.end(), [](const Row& a, const Row& b) {
              return std::tuple(-std::abs(a.delta_ns.count), -a.this_ns.count, a.item) <
                     std::tuple(-std::abs(b.delta_ns.count), -b.this_ns.count, b.item);
            });
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  std::optional<int64_t> wanted;
  if (context.scope.iteration())
    wanted = profile.derived(build_iterations).all[*context.scope.iteration()].number;
  if (!params.step.empty()) {
    wanted = parse_integer(params.step);
    if (!wanted)
      return fail(ErrorCode::bad_request, "\"" + params.step + "\" is no number of a step.",
                  "Write -p step=3, for instance.");
  }
  // The other steps are needed for comparison, so a window that contains only the requested step is not
  // applied.
  const auto scope = scope_of_all_iterations(profile, context.scope);
  if (!scope) return tl::unexpected(scope.error());
  const IterationsFor iterations(profile, params.marker);
  Rows<Row> rows;
  for (const IterationTable& table : iteration_tables(profile, *iterations, *scope)) {
    std::optional<uint32_t> step;
    for (uint32_t at = 0; wanted && at < table.steps.size(); ++at)
      if (iterations->all[table.steps[at]].number == *wanted) step = at;
    if (!wanted) step = longest(table);
    if (step) add_rows(profile, *iterations, table, *step, rows.rows);
  }
  if (rows.rows.empty() && wanted && !iterations->empty())
    return Empty{fmt::format("No iteration {} did anything on a GPU in this scope.", *wanted)};
  if (rows.rows.empty()) return Empty{why_no_iterations(profile, *iterations, params.marker)};
  note_step_sources(*iterations, rows.notes);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "iteration_detail",
       .title = "What happened in one step, against the median step?",
       .doc =
           "One row an item and process: first the duration of the step, then busy, communication and idle, then each kernel name, direction of copies, memsets and whole graphs, the largest difference first. "
           "Times of kernels and copies are sums over their runs and GPUs. "
           "The median is that of all steps of the process in scope, item by item, so medians of items do not add up to the median duration.",
       .reading =
           "A difference in idle with none in kernels points to the host: ask gpu_idle_gaps with --iteration. "
           "One kernel that is longer in all calls points to its input or to clocks.",
       .source = "Steps as in iteration_timing.",
       .limits = "Kernels that ran side by side add up to more than the step's busy time.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::iteration_detail_skill

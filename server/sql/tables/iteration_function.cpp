// The table function `iteration`: the program's steps on each GPU.
#include <string>
#include <vector>

#include "analysis/time/iteration_work.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

struct Steps {
  std::vector<IterationWork> rows;
  IterationsFor iterations;
};

const Iteration& step_of(const SqlRow& row) {
  return found_of<Steps>(row).iterations->all[at_row<Steps>(row).iteration];
}

Result<SqlRows> open_steps(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  IterationsFor iterations(view.profile(), text_of(arguments[0]));
  auto work = iteration_work(view.profile(), *iterations, *scope);
  return rows_of(Steps{std::move(work), std::move(iterations)});
}

SqlCell label_of(SqlView& view, const SqlRow& row) {
  const uint32_t range = step_of(row).range;
  if (range != Iteration::kNoRange) return view.nvtx_text(range);
  return SqlCell::of(std::string_view(found_of<Steps>(row).iterations->of(step_of(row)).label));
}

SqlCell range_of(SqlView& view, const SqlRow& row) {
  const uint32_t range = step_of(row).range;
  return range == Iteration::kNoRange ? SqlCell{} : SqlCell::ref("nvtx", view.profile().nvtx().row[range]);
}

}  // namespace

SqlTable iteration_function() {
  SqlTable table{
      "iteration",
      "The steps of the program, one row a step and GPU, by number, as the skill iteration_timing reports: what any thread of the process launched while the range of the marker was open. "
      "Without a marker, ranges such as step 3 are taken, else ranges that tile a thread's time, else kernels that repeat, where they hold most of the kernels and of the time.",
      {{"iteration", "INTEGER", Lookup::few_values,
        "Its number, from 0, in its process: what --iteration takes.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(step_of(row).number); }},
       {"source", "STRING", Lookup::few_values,
        "marker: a range marks it; detected: kernels repeat, and no range says so; repeat: of a block, such as a layer, which ranges number, and no step.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(name_of(found_of<Steps>(row).iterations->of(step_of(row)).source));
        }},
       {"label", "STRING", Lookup::many_values,
        "The text of its range; of detected ones the kernel that it begins with; of repeats the label that numbers them.",
        label_of},
       {"nvtx", "REF", Lookup::many_values, "nvtx.id of its range; NULL for detected ones.", range_of}},
      [](const Profile&) -> size_t { return 1000; },
      found_row<Steps>,
      open_steps,
      {{"marker", "STRING", "",
        "Label of the ranges that mark steps, such as train_step; empty: it is found."},
       kOnlyDevice,
       kOnlyPid}};
  add_gpu_columns<Steps>(table.columns);
  const std::vector<SqlColumn> more = {
      {"start", "TIME", Lookup::time, "When its first operation began on that GPU.", start_of},
      {"end", "TIME", Lookup::none, "When its last operation ended there.", end_of},
      {"duration", "DURATION", Lookup::none, "end - start.", duration_of},
      {"busy", "DURATION", Lookup::none, "How long at least one of its operations ran.",
       field<Steps, &IterationWork::busy>},
      {"communication", "DURATION", Lookup::none, "The union of its communication kernels.",
       field<Steps, &IterationWork::communication>},
      {"idle", "DURATION", Lookup::none, "duration - busy.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(at_row<Steps>(row).idle()); }},
      {"kernels", "COUNT", Lookup::none, "Kernels that it launched.", field<Steps, &IterationWork::kernels>}};
  table.columns.insert(table.columns.end(), more.begin(), more.end());
  return table;
}

}  // namespace nsys_ai

// Table functions about NVTX ranges: `nvtx_projection` and `nvtx_stats`.
#include <string>
#include <vector>

#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/nvtx_summary.h"
#include "analysis/nvtx/nvtx_text_match.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

struct RangesOnGpus {
  std::vector<Projection> rows;
  const NvtxPaths* paths = nullptr;
};

Result<SqlRows> open_projections(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const Profile& profile = view.profile();
  NvtxTextMatch matches(profile, TextPattern::containing(text_of(arguments[0])));
  const auto wanted = [&](uint32_t range) { return matches(range); };
  RangesOnGpus found{projections(profile, *scope, wanted).first, &profile.derived(build_nvtx_paths)};
  return rows_of(std::move(found));
}

struct Ranges {
  std::vector<RangeStats> rows;
  const NvtxLabels* labels = nullptr;
};

Result<SqlRows> open_ranges(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  return rows_of(Ranges{range_stats(view.profile(), *scope), &view.profile().derived(build_nvtx_labels)});
}

// Minimum, median and maximum are NULL, not 0, without values.
template <int64_t RangeStats::*member>
SqlCell of_closed(SqlView&, const SqlRow& row) {
  const RangeStats& stats = at_row<Ranges>(row);
  return stats.count > 0 ? SqlCell::of(stats.*member) : SqlCell{};
}

}  // namespace

SqlTable nvtx_projection_function() {
  SqlTable table{
      "nvtx_projection",
      "When each NVTX range was on each GPU, in order of time there, as the skill nvtx_gpu_projection reports: from the first start to the last end of the operations whose launch lies inside it, clipped to the window.",
      {{"id", "REF", Lookup::many_values, "nvtx.id of the range.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::ref("nvtx", view.profile().nvtx().row[at_row<RangesOnGpus>(row).range]);
        }},
       {"text", "STRING", Lookup::many_values, "Its label.",
        [](SqlView& view, const SqlRow& row) { return view.nvtx_text(at_row<RangesOnGpus>(row).range); }},
       {"depth", "INTEGER", Lookup::few_values, "How many ranges are around it; 0 for the outermost.",
        [](SqlView&, const SqlRow& row) {
          const NvtxPaths& paths = *found_of<RangesOnGpus>(row).paths;
          return SqlCell::of(int64_t{paths.depth[paths.of_range[at_row<RangesOnGpus>(row).range]]});
        }}},
      [](const Profile& profile) { return profile.nvtx().size() / 2; },
      found_row<RangesOnGpus>,
      open_projections,
      {{"label", "STRING", "", "Only ranges whose text contains this; empty: all."}, kOnlyDevice, kOnlyPid}};
  add_gpu_columns<RangesOnGpus>(table.columns);
  const std::vector<SqlColumn> more = {
      {"start", "TIME", Lookup::time, "When its first operation began on that GPU.", start_of},
      {"end", "TIME", Lookup::none, "When its last operation ended there.", end_of},
      {"duration", "DURATION", Lookup::none, "end - start.", duration_of},
      {"busy", "DURATION", Lookup::none, "How long at least one of its operations ran.",
       field<RangesOnGpus, &Projection::busy>},
      {"kernel_sum", "DURATION", Lookup::none, "Durations of its kernels, added up.",
       field<RangesOnGpus, &Projection::kernel_sum>},
      {"operations", "COUNT", Lookup::none, "Kernels, copies, memsets and whole graphs launched inside it.",
       field<RangesOnGpus, &Projection::operations>}};
  table.columns.insert(table.columns.end(), more.begin(), more.end());
  return table;
}

SqlTable nvtx_stats_function() {
  return {
      "nvtx_stats",
      "How long NVTX ranges lasted on the host, by normalised label, domain and style, the largest total first, as the skill nvtx_summary reports. "
      "Where particular GPUs are asked for: of the processes that use them.",
      {{"label", "STRING", Lookup::many_values,
        "The text without what distinguishes instances, such as step #.",
        [](SqlView&, const SqlRow& row) {
          const NvtxLabels& labels = *found_of<Ranges>(row).labels;
          return SqlCell::of(std::string_view(labels.labels[at_row<Ranges>(row).label].label));
        }},
       {"domain", "STRING", Lookup::few_values, "Name of the domain; empty for the default one.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::of(view.profile().derived(build_nvtx_domains).texts[at_row<Ranges>(row).domain]);
        }},
       {"style", "STRING", Lookup::few_values, "push/pop or start/end.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(std::string_view(at_row<Ranges>(row).start_end ? "start/end" : "push/pop"));
        }},
       {"count", "COUNT", Lookup::none, "Closed ranges of it that touch the window, on all threads.",
        field<Ranges, &RangeStats::count>},
       {"open", "COUNT", Lookup::none, "Ranges that were never closed: they count nowhere else.",
        field<Ranges, &RangeStats::open>},
       {"total", "DURATION", Lookup::none, "Time on the host inside the window, summed.",
        field<Ranges, &RangeStats::total>},
       {"self", "DURATION", Lookup::none, "total less the time in ranges directly inside.",
        field<Ranges, &RangeStats::self>},
       {"min", "DURATION", Lookup::none, "The shortest; NULL where none was closed.",
        of_closed<&RangeStats::min>},
       {"p50", "DURATION", Lookup::none, "The median, linearly interpolated; likewise.",
        of_closed<&RangeStats::p50>},
       {"max", "DURATION", Lookup::none, "The longest; likewise.", of_closed<&RangeStats::max>}},
      [](const Profile&) -> size_t { return 1000; },
      found_row<Ranges>,
      open_ranges,
      {kOnlyDevice, kOnlyPid}};
}

}  // namespace nsys_ai

// The profiler's records about itself and the capture: `profiler_overhead`, `diagnostic`, `capture_option`.
#include "profile/families/family_host.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

SqlCell overhead_source(SqlView&, const SqlRow& row) {
  const bool cuda = family_of<ProfilerOverhead>(row).source[row.at] == ProfilerOverhead::cuda;
  return SqlCell::of(std::string_view(cuda ? "cuda" : "profiler"));
}

SqlCell clock_of(SqlView&, const SqlRow& row) {
  switch (family_of<Diagnostics>(row).clock[row.at]) {
    case 1:
      return SqlCell::of(std::string_view("target"));
    case 2:
      return SqlCell::of(std::string_view("host"));
    default:
      return {};
  }
}

// What the profiler says is about the whole capture: it complains before the first event, and sums up behind
// the last.
std::optional<SqlRow> diagnostic_row(SqlView& view, const void* of, size_t at) {
  const auto& family = *static_cast<const Diagnostics*>(of);
  if (!in_scope(view, family, at)) return std::nullopt;
  const Interval when{family.time[at], family.time[at]};
  return SqlRow{at, when, when, of};
}

template <size_t part>
SqlCell option(SqlView&, const SqlRow& row) {
  const auto& options = family_of<CaptureOptions>(row);
  return SqlCell::of(options.text(std::get<part>(options.options[row.at])));
}

}  // namespace

SqlTable profiler_overhead_table() {
  using Overhead = ProfilerOverhead;
  SqlColumns columns = {
      {"source", "STRING", Lookup::few_values, "Who recorded it: profiler, or cuda.", overhead_source},
      {"name", "STRING", Lookup::names, "What the time went into; NULL where the file does not say.",
       text<Overhead, &Overhead::name>},
      {"type", "STRING", Lookup::few_values, "Its kind by the file's list; NULL where only the name says it.",
       label<Overhead, &Overhead::type, Enums::List::overhead_type>}};
  add_span_columns<Overhead>(columns);
  add_thread_columns<Overhead>(columns);
  add_correlation_column<Overhead>(columns);
  return family_table<Overhead>("profiler_overhead", "Time that tracing itself took, clipped to the window.",
                                std::move(columns));
}

SqlTable diagnostic_table() {
  SqlColumns columns;
  add_row_column<Diagnostics>(columns);
  add_instant_column(columns);
  add(columns, {{"severity", "STRING", Lookup::few_values,
                 "Info, Warning, Error or Verbose; NULL where the file does not say.",
                 label<Diagnostics, &Diagnostics::severity, Enums::List::diagnostic_severity>},
                {"source", "STRING", Lookup::few_values, "Which part of the profiler said it.",
                 label<Diagnostics, &Diagnostics::origin, Enums::List::diagnostic_source>},
                {"clock", "STRING", Lookup::few_values,
                 "Whose clock the time is of: target, that of all other events, or host.", clock_of},
                {"message", "STRING", Lookup::many_values, "What it said.",
                 text<Diagnostics, &Diagnostics::message>}});
  add_process_columns<Diagnostics>(columns);
  SqlTable table = family_table<Diagnostics>(
      "diagnostic", "What the profiler said while it recorded, in the whole capture, whatever the window.",
      std::move(columns));
  table.row = diagnostic_row;
  return table;
}

SqlTable capture_option_table() {
  return {"capture_option",
          "Options with which the capture was made, by their names in the file. "
          "Environments and command lines are not among them.",
          {{"name", "STRING", Lookup::unique, "The option.", option<0>},
           {"value", "STRING", Lookup::none, "Its value.", option<1>}},
          estimated_rows,
          [](SqlView&, const void* of, size_t at) {
            return std::optional(SqlRow{at, {}, {}, of});
          },
          [](SqlView& view, const SqlArguments&) -> Result<SqlRows> {
            const auto* options = view.events<CaptureOptions>();
            if (!options) return tl::unexpected(*view.failure());
            return SqlRows{options, options->options.size()};
          }};
}

}  // namespace nsys_ai

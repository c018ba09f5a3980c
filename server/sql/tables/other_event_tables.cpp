// `other_event`: events of every table that has no reader of its own; `host_function`: functions that streams
// wait for.
#include "analysis/host/host_functions.h"
#include "profile/families/family_other.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

using Others = OtherEvents;

const OtherRow& row_of(const SqlRow& row) { return family_of<Others>(row).row_of(row.at); }

DeviceIx gpu_of(const Others& events, const OtherRow& row) {
  return row.place.exists() ? events.places[row.place].gpu : DeviceIx::none();
}

std::optional<SqlRow> other_row(SqlView& view, const void* of, size_t at) {
  const Others& events = *static_cast<const Others*>(of);
  const OtherRow& row = events.row_of(at);
  const DeviceIx gpu = gpu_of(events, row);
  const bool is_shown = gpu.exists() ? view.scope().has(gpu)
                                     : view.has(row.process.exists() ? events.processes[row.process].process
                                                                     : ProcessIx::none());
  const auto inside = is_shown ? view.scope().clip(events.interval(at)) : std::nullopt;
  if (!inside) return std::nullopt;
  return SqlRow{at, events.interval(at), *inside, of};
}

SqlColumns place_columns() {
  return {
      {"process", "INTEGER", Lookup::few_values,
       "Number of the process, as in process.process; NULL for one that only events of this kind name.",
       [](SqlView&, const SqlRow& row) {
         const OtherRow& of = row_of(row);
         const ProcessIx process =
             of.process.exists() ? family_of<Others>(row).processes[of.process].process : ProcessIx::none();
         return process.exists() ? SqlCell::of(int64_t{process.value}) : SqlCell{};
       }},
      {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
       [](SqlView&, const SqlRow& row) {
         const OtherRow& of = row_of(row);
         return of.process.exists() ? SqlCell::of(family_of<Others>(row).processes[of.process].pid)
                                    : SqlCell{};
       }},
      {"tid", "INTEGER", Lookup::few_values, "Thread id; NULL where it is of no thread.",
       [](SqlView&, const SqlRow& row) {
         const OtherRow& of = row_of(row);
         return of.thread.exists() ? SqlCell::of(family_of<Others>(row).threads[of.thread].tid) : SqlCell{};
       }},
      {"device", "INTEGER", Lookup::few_values,
       "CUDA ordinal of the GPU as the process numbers it; NULL where it is of no GPU.",
       [](SqlView&, const SqlRow& row) {
         const OtherRow& of = row_of(row);
         return of.place.exists() ? number_unless_none(family_of<Others>(row).places[of.place].device)
                                  : SqlCell{};
       }}};
}

}  // namespace

SqlTable other_event_table() {
  SqlColumns columns = {
      {"kind", "STRING", Lookup::few_values, "What it is of: MPI, OpenACC, Video engines, Network, ...",
       [](SqlView&, const SqlRow& row) {
         return SqlCell::of(family_of<Others>(row).text(row_of(row).kind));
       }},
      {"table", "STRING", Lookup::few_values, "The table of the file.",
       [](SqlView&, const SqlRow& row) {
         const Others& events = family_of<Others>(row);
         return SqlCell::of(events.text(events.tables[static_cast<size_t>(events.table[row.at])]));
       }},
      {"row", "INTEGER", Lookup::many_values, "Its row there.", number<Others, &Others::row>},
      {"name", "STRING", Lookup::names, "The call, the construct, the engine, or the counter.",
       text<Others, &Others::name>}};
  add_span_columns<Others>(columns);
  add(columns, place_columns());
  add(columns,
      {{"unit", "STRING", Lookup::few_values, "The kind, with the engine, card or port it is of.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(family_of<Others>(row).text(row_of(row).unit));
        }},
       {"detail", "STRING", Lookup::names, "The kernel, variable or instruction; NULL for none.",
        text<Others, &Others::detail>},
       {"file", "STRING", Lookup::names, "The source file, or the module; NULL for none.",
        text<Others, &Others::file>},
       {"line", "INTEGER", Lookup::many_values, "The line there; NULL for none.",
        known<Others, &Others::line>},
       {"value", "REAL", Lookup::none, "Bytes, faults, or the value of a counter; 0 for none.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(family_of<Others>(row).value[row.at]); }}});
  return {"other_event",
          "Events of tables that say when something happened and that no other table is only for: "
          "MPI, OpenACC, OpenMP, UCX, cuDNN and cuBLAS, video engines, page faults, network cards, context "
          "switches, the profiler's own work, and those of later releases. Clipped to the window; an event "
          "that marks a moment has no duration. Several requests that one MPI call waits for are one row.",
          std::move(columns),
          estimated_rows,
          other_row,
          open_family<Others>};
}

namespace {

struct FoundFunctions {
  std::vector<HostFunctionRun> rows;
  const HostFunctions* of = nullptr;
};

const HostFunctionRun& run_of(const SqlRow& row) {
  return static_cast<const FoundFunctions*>(row.of)->rows[row.at];
}
const HostFunctions& functions_of(const SqlRow& row) {
  return *static_cast<const FoundFunctions*>(row.of)->of;
}

// The thread that ran the function; null where the capture does not say.
const EventThread* thread_of_run(const SqlRow& row) {
  const HostCallbacks& callbacks = *functions_of(row).callbacks;
  const uint32_t at = run_of(row).callback;
  return at == HostFunctionRun::kNone ? nullptr : &callbacks.threads[callbacks.thread[at]];
}
const EventPlace* place_of_run(const SqlRow& row) {
  const StreamHostWaits& waits = *functions_of(row).waits;
  const uint32_t at = run_of(row).on_stream;
  return at == HostFunctionRun::kNone ? nullptr : &waits.places[waits.place[at]];
}

std::optional<SqlRow> function_row(SqlView& view, const void* of, size_t at) {
  const SqlRow row{at, {}, {}, of};
  const HostFunctionRun& run = run_of(row);
  const EventThread* thread = thread_of_run(row);
  const bool is_shown =
      run.device.exists() ? view.scope().has(run.device)
                          : view.has(thread ? functions_of(row).callbacks->processes[thread->process].process
                                            : ProcessIx::none());
  const auto inside = is_shown ? view.scope().clip(run.wait) : std::nullopt;
  if (!inside) return std::nullopt;
  return SqlRow{at, run.wait, *inside, of};
}

Result<SqlRows> open_functions(SqlView& view, const SqlArguments&) {
  // They bring their notes, and the time that the answer states.
  if (!view.events<StreamHostWaits>() || !view.events<HostCallbacks>())
    return tl::unexpected(*view.failure());
  const auto all = host_functions(view.profile(), view.work());
  if (!all) return tl::unexpected(all.error());
  auto found = std::make_shared<const FoundFunctions>(FoundFunctions{(*all)->runs, *all});
  return SqlRows{found.get(), found->rows.size(), found};
}

SqlCell in_function(SqlView& view, const SqlRow& row) {
  const uint32_t at = run_of(row).callback;
  if (at == HostFunctionRun::kNone) return {};
  const auto inside = view.scope().clip(functions_of(row).callbacks->interval(at));
  return SqlCell::of(inside ? inside->duration() : int64_t{0});
}

}  // namespace

SqlTable host_function_table() {
  SqlColumns columns = {{"name", "STRING", Lookup::names, "The function, without its parameters.",
                         [](SqlView&, const SqlRow& row) { return SqlCell::of(run_of(row).name); }}};
  add(columns,
      {{"start", "TIME", Lookup::time, "When the stream began to wait, not before the window.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
       {"end", "TIME", Lookup::none, "When the stream went on, not after the window.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.end); }},
       {"duration", "DURATION", Lookup::none,
        "end - start: the wait inside the window; of the function where only that was recorded.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.duration()); }},
       {"in_function", "DURATION", Lookup::none,
        "How long the function itself ran, inside the window; NULL where that was not recorded.",
        in_function},
       {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
        [](SqlView& view, const SqlRow& row) {
          if (const DeviceIx device = run_of(row).device; device.exists())
            return SqlCell::maybe(view.profile().pid_of(view.profile().devices()[device].process));
          const EventThread* thread = thread_of_run(row);
          return thread ? SqlCell::of(functions_of(row).callbacks->processes[thread->process].pid)
                        : SqlCell{};
        }},
       {"device", "INTEGER", Lookup::few_values,
        "CUDA ordinal of the GPU as the process numbers it; NULL where the capture does not say.",
        [](SqlView&, const SqlRow& row) {
          const EventPlace* place = place_of_run(row);
          return place ? number_unless_none(place->device) : SqlCell{};
        }},
       {"stream", "INTEGER", Lookup::few_values, "The stream; NULL where the capture does not say.",
        [](SqlView&, const SqlRow& row) {
          const EventPlace* place = place_of_run(row);
          return place ? number_unless_none(place->stream) : SqlCell{};
        }},
       {"tid", "INTEGER", Lookup::few_values, "The thread that ran it; NULL where the capture does not say.",
        [](SqlView&, const SqlRow& row) {
          const EventThread* thread = thread_of_run(row);
          return thread ? SqlCell::of(thread->tid) : SqlCell{};
        }},
       {"graph", "INTEGER", Lookup::few_values, "The CUDA graph whose node it is; NULL for a plain launch.",
        [](SqlView&, const SqlRow& row) {
          const uint32_t at = run_of(row).on_stream;
          if (at == HostFunctionRun::kNone) return SqlCell{};
          const uint32_t graph = functions_of(row).waits->graph[at];
          return graph == kNoId ? SqlCell{} : SqlCell::of(int64_t{graph});
        }}});
  return {"host_function",
          "Functions of the program that run in the order of a stream (cudaLaunchHostFunc, host nodes of "
          "graphs), each with the wait of its stream.",
          std::move(columns),
          estimated_rows,
          function_row,
          open_functions};
}

}  // namespace nsys_ai

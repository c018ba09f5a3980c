// The common columns of event types that are read on first use: time, thread and GPU.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "profile/families/lazy_family.h"
#include "sql/table.h"

namespace nsys_ai {

// The location columns of an event, by what its family has: a thread, a place on a GPU, or only a process.
template <class T>
concept OnThread = requires(const T& family) {
  family.thread[0];
};
template <class T>
concept OnGpu = requires(const T& family) {
  family.place[0];
};

template <class T>
const T& family_of(const SqlRow& row) {
  return *static_cast<const T*>(row.of);
}
template <class T>
const EventThread& thread_of(const SqlRow& row) {
  return family_of<T>(row).threads[family_of<T>(row).thread[row.at]];
}
template <class T>
const EventPlace& place_of(const SqlRow& row) {
  return family_of<T>(row).places[family_of<T>(row).place[row.at]];
}
template <class T>
const EventProcess& process_of(const T& family, size_t at) {
  if constexpr (OnThread<T>)
    return family.processes[family.threads[family.thread[at]].process];
  else if constexpr (OnGpu<T>)
    return family.processes[family.places[family.place[at]].process];
  else
    return family.processes[family.process[at]];
}

template <class T>
Result<SqlRows> open_family(SqlView& view, const SqlArguments&) {
  const T* family = view.events<T>();
  if (!family) return tl::unexpected(*view.failure());
  return SqlRows{family, family->size()};
}

// An estimate that fits most captures; reading the events gives the actual number.
inline size_t estimated_rows(const Profile&) { return 10'000; }

template <class T>
bool in_scope(SqlView& view, const T& family, size_t at) {
  if constexpr (OnGpu<T>)
    if (const DeviceIx gpu = family.places[family.place[at]].gpu; gpu.exists()) return view.scope().has(gpu);
  return view.has(process_of(family, at).process);
}

template <class T>
std::optional<SqlRow> family_row(SqlView& view, const void* of, size_t at) {
  const T& family = *static_cast<const T*>(of);
  if (!in_scope(view, family, at)) return std::nullopt;
  Interval whole;
  if constexpr (std::is_base_of_v<Spans, T>)
    whole = family.interval(at);
  else
    whole = {family.time[at], family.time[at]};
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside, of};
}

// Cells for one member. `maybe_id` is NULL for none, `known` for zero, `label` for a number without a name.
template <class T, auto member>
SqlCell number(SqlView&, const SqlRow& row) {
  return SqlCell::of(static_cast<int64_t>((family_of<T>(row).*member)[row.at]));
}
template <class T, auto member>
SqlCell known(SqlView& view, const SqlRow& row) {
  const SqlCell cell = number<T, member>(view, row);
  return cell.integer == 0 ? SqlCell{} : cell;
}
template <class T, auto member>
SqlCell maybe_id(SqlView& view, const SqlRow& row) {
  const SqlCell cell = number<T, member>(view, row);
  return cell.integer == kNoId ? SqlCell{} : cell;
}
inline SqlCell text_or_null(std::string_view text) { return text.empty() ? SqlCell{} : SqlCell::of(text); }
template <class T, auto member>
SqlCell text(SqlView&, const SqlRow& row) {
  return text_or_null(family_of<T>(row).text((family_of<T>(row).*member)[row.at]));
}
template <class T, auto member, Enums::List list>
SqlCell label(SqlView& view, const SqlRow& row) {
  return text_or_null(view.label(list, static_cast<int64_t>((family_of<T>(row).*member)[row.at])));
}
inline SqlCell number_unless_none(int64_t value) {
  return value == EventPlace::kNone ? SqlCell{} : SqlCell::of(value);
}

using SqlColumns = std::vector<SqlColumn>;

inline void add(SqlColumns& columns, const SqlColumns& more) {
  columns.insert(columns.end(), more.begin(), more.end());
}

// Rows of several tables in one family have no row number of their own, so these tables have no `row`.
template <class T>
void add_row_column(SqlColumns& columns) {
  add(columns, {{"row", "INTEGER", Lookup::unique, "Its row in the table of the file.", number<T, &T::row>}});
}

template <class T>
void add_span_columns(SqlColumns& columns) {
  add(columns,
      {
          {"start", "TIME", Lookup::time, "When it began, not before the window of the scope.",
           [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
          {"end", "TIME", Lookup::none, "When it ended, not after the window; NULL where it never did.",
           [](SqlView&, const SqlRow& row) {
             return row.whole.end == Spans::kOpen ? SqlCell{} : SqlCell::of(row.inside.end);
           }},
          {"duration", "DURATION", Lookup::none, "end - start: the time inside the window.",
           [](SqlView&, const SqlRow& row) {
             return row.whole.end == Spans::kOpen ? SqlCell{} : SqlCell::of(row.inside.duration());
           }},
      });
}

inline void add_instant_column(SqlColumns& columns) {
  add(columns, {{"start", "TIME", Lookup::time, "When it happened.",
                 [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }}});
}

template <class T>
void add_process_columns(SqlColumns& columns) {
  add(columns,
      {
          {"process", "INTEGER", Lookup::few_values,
           "Number of the process, as in process.process; NULL for one that only events of this kind name.",
           [](SqlView&, const SqlRow& row) {
             const ProcessIx process = process_of(family_of<T>(row), row.at).process;
             return process.exists() ? SqlCell::of(int64_t{process.value}) : SqlCell{};
           }},
          {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
           [](SqlView&, const SqlRow& row) {
             const int64_t pid = process_of(family_of<T>(row), row.at).pid;
             return pid == 0 ? SqlCell{} : SqlCell::of(pid);
           }},
      });
}

template <class T>
void add_thread_columns(SqlColumns& columns) {
  add_process_columns<T>(columns);
  add(columns,
      {
          {"thread", "INTEGER", Lookup::few_values,
           "Number of the thread, as in thread.thread; NULL for one that only events of this kind name.",
           [](SqlView&, const SqlRow& row) {
             const ThreadIx thread = thread_of<T>(row).thread;
             return thread.exists() ? SqlCell::of(int64_t{thread.value}) : SqlCell{};
           }},
          {"tid", "INTEGER", Lookup::few_values, "Thread id, unique in its process only.",
           [](SqlView&, const SqlRow& row) { return SqlCell::of(thread_of<T>(row).tid); }},
          {"thread_name", "STRING", Lookup::few_values,
           "Name of the thread; NULL where the file does not say.",
           [](SqlView&, const SqlRow& row) {
             return text_or_null(family_of<T>(row).text(thread_of<T>(row).name));
           }},
      });
}

template <class T>
void add_device_columns(SqlColumns& columns) {
  add_process_columns<T>(columns);
  add(columns, {{"device", "INTEGER", Lookup::few_values,
                 "CUDA ordinal of the GPU as the process numbers it; NULL where the file does not say.",
                 [](SqlView&, const SqlRow& row) { return number_unless_none(place_of<T>(row).device); }}});
}

template <class T>
void add_stream_columns(SqlColumns& columns) {
  add_device_columns<T>(columns);
  add(columns, {
                   {"context", "INTEGER", Lookup::few_values, "Context, as the process numbers it.",
                    [](SqlView&, const SqlRow& row) { return number_unless_none(place_of<T>(row).context); }},
                   {"stream", "INTEGER", Lookup::few_values,
                    "Stream, as the process numbers it; NULL where none is meant.",
                    [](SqlView&, const SqlRow& row) { return number_unless_none(place_of<T>(row).stream); }},
               });
}

template <class T>
void add_correlation_column(SqlColumns& columns) {
  add(columns, {{"correlation", "INTEGER", Lookup::many_values,
                 "Correlation id of the call, unique in its process only: join by process too; 0 for none.",
                 number<T, &T::correlation>}});
}

template <class T>
SqlTable family_table(std::string_view name, std::string_view doc, SqlColumns columns) {
  return {name, doc, std::move(columns), estimated_rows, family_row<T>, open_family<T>};
}

}  // namespace nsys_ai

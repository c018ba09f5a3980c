// The tables `runtime_call` and `nvtx`, of host threads; and `call_inside`, the calls inside NVTX ranges.
#include <memory>
#include <utility>

#include "base/parallel.h"
#include "base/context.h"
#include "sql/tables/label_match.h"

namespace nsys_ai {
namespace {

// Columns of an event on a thread; `thread` determines the thread of a row.
template <ThreadIx (*thread)(SqlView&, const SqlRow&)>
void add_thread_columns(std::vector<SqlColumn>& columns) {
  const std::vector<SqlColumn> shared = {
      {"process", "INTEGER", Lookup::few_values, "Number of the process, as in process.process.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(int64_t{view.profile().threads()[thread(view, row)].process.value});
       }},
      {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::maybe(view.profile().pid_of(view.profile().threads()[thread(view, row)].process));
       }},
      {"thread", "INTEGER", Lookup::few_values, "Number of the thread, as in thread.thread.",
       [](SqlView& view, const SqlRow& row) { return SqlCell::of(int64_t{thread(view, row).value}); }},
      {"tid", "INTEGER", Lookup::few_values, "Thread id, unique in its process only.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(view.profile().threads()[thread(view, row)].tid);
       }},
  };
  columns.insert(columns.end(), shared.begin(), shared.end());
}

ThreadIx thread_of_call(SqlView& view, const SqlRow& row) { return view.profile().calls().thread[row.at]; }
ThreadIx thread_of_range(SqlView& view, const SqlRow& row) { return view.profile().nvtx().thread[row.at]; }

std::optional<SqlRow> call_row(SqlView& view, const void*, size_t at) {
  const Calls& calls = view.profile().calls();
  if (!view.has(view.profile().threads()[calls.thread[at]].process)) return std::nullopt;
  const Interval whole{calls.start[at], calls.end(at)};
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside};
}

std::optional<SqlRow> nvtx_row(SqlView& view, const void*, size_t at) {
  const Nvtx& nvtx = view.profile().nvtx();
  if (!nvtx.is_range(at) && !nvtx.is_mark(at)) return std::nullopt;
  if (!view.has(view.profile().threads()[nvtx.thread[at]].process)) return std::nullopt;
  const Interval whole{nvtx.start[at], nvtx.end(at)};
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside};
}

std::string_view api_name(uint8_t event_class) {
  switch (event_class) {
    case 0:
      return "runtime";
    case 1:
      return "driver";
    case 67:
      return "backtrace twin";
    case 77:
      return "graph node";
    default:
      return "other";
  }
}

SqlCell style(SqlView& view, const SqlRow& row) {
  const Nvtx& nvtx = view.profile().nvtx();
  if (nvtx.is_push_pop(row.at)) return SqlCell::of(std::string_view("push/pop"));
  if (nvtx.is_start_end(row.at)) return SqlCell::of(std::string_view("start/end"));
  return SqlCell::of(std::string_view("mark"));
}

bool is_open(SqlView& view, const SqlRow& row) { return view.profile().nvtx().end(row.at) == Nvtx::kOpen; }

SqlCell parent(SqlView& view, const SqlRow& row) {
  const uint32_t range = view.forest().parent[row.at];
  if (range == NvtxForest::kNoRange) return {};
  return SqlCell::ref("nvtx", view.profile().nvtx().row[range]);
}

SqlCell depth(SqlView& view, const SqlRow& row) {
  if (!view.profile().nvtx().is_on_one_thread(row.at)) return {};
  return SqlCell::of(view.forest().depth(static_cast<uint32_t>(row.at)));
}

SqlCell domain_name(SqlView& view, const SqlRow& row) {
  const Nvtx& nvtx = view.profile().nvtx();
  const ProcessIx process = view.profile().threads()[nvtx.thread[row.at]].process;
  return SqlCell::of(view.domain_name(process, nvtx.domain[row.at]));
}

std::vector<SqlColumn> call_columns() {
  std::vector<SqlColumn> columns = {
      {"id", "REF", Lookup::unique, "Event reference, such as runtime_call:7.",
       [](SqlView& v, const SqlRow& r) {
         return SqlCell::ref("runtime_call", v.profile().calls().row[r.at]);
       }},
      {"name", "STRING", Lookup::names, "The function as the capture spells it, with its version suffix.",
       [](SqlView& v, const SqlRow& r) {
         return SqlCell::of(v.profile().text(v.profile().calls().name[r.at]));
       }},
      {"api", "STRING", Lookup::few_values,
       "runtime, driver, graph node (the creation of one), or backtrace twin: a second row for a call that is listed already, not to be counted.",
       [](SqlView& v, const SqlRow& r) {
         return SqlCell::of(api_name(v.profile().calls().event_class[r.at]));
       }},
      {"start", "TIME", Lookup::time, "When the call began, not before the window of the scope.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
      {"end", "TIME", Lookup::none, "When it returned, not after the window of the scope.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.end); }},
      {"duration", "DURATION", Lookup::none, "end - start: the time inside the window.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.duration()); }},
      {"correlation", "INTEGER", Lookup::many_values,
       "Correlation id, unique in its process only; 0 for none.",
       [](SqlView& v, const SqlRow& r) {
         return SqlCell::of(int64_t{v.profile().calls().correlation[r.at]});
       }},
      {"return_value", "INTEGER", Lookup::few_values, "What the call returned; 0 is success.",
       [](SqlView& v, const SqlRow& r) {
         return SqlCell::of(int64_t{v.profile().calls().return_value[r.at]});
       }},
  };
  add_thread_columns<thread_of_call>(columns);
  return columns;
}

// By call: whether a range with the label encloses it.
struct CallsInside {
  std::vector<uint8_t> is_inside;
};

// The ranges of one thread by start, each with the latest end among it and the ranges before it.
using RangesOfThread = std::vector<std::pair<int64_t, int64_t>>;

std::vector<RangesOfThread> ranges_by_thread(const Profile& profile, const SqlArguments& arguments) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<RangesOfThread> ranges(profile.threads().size());
  LabelMatch is_meant(profile, arguments);
  ThrottledCheck check;
  for (uint32_t row = 0; row < nvtx.size(); ++row, check())
    if (nvtx.is_on_one_thread(row) && is_meant(row))
      ranges[nvtx.thread[row].value].emplace_back(nvtx.start[row], nvtx.end(row));
  for (RangesOfThread& of : ranges) {
    std::sort(of.begin(), of.end());
    for (size_t at = 1; at < of.size(); ++at) of[at].second = std::max(of[at].second, of[at - 1].second);
  }
  return ranges;
}

Result<SqlRows> open_calls_inside(SqlView& view, const SqlArguments& arguments) {
  const Calls& calls = view.profile().calls();
  const std::vector<RangesOfThread> ranges = ranges_by_thread(view.profile(), arguments);
  auto found = std::make_shared<CallsInside>(CallsInside{std::vector<uint8_t>(calls.size())});
  ThrottledCheck check;
  for (size_t call = 0; call < calls.size(); ++call, check()) {
    const RangesOfThread& of = ranges[calls.thread[call].value];
    const auto behind = std::upper_bound(of.begin(), of.end(), std::pair{calls.start[call], INT64_MAX});
    if (behind != of.begin() && std::prev(behind)->second >= calls.end(call)) found->is_inside[call] = 1;
  }
  return SqlRows{found.get(), calls.size(), found};
}

std::optional<SqlRow> call_row_inside(SqlView& view, const void* of, size_t at) {
  if (static_cast<const CallsInside*>(of)->is_inside[at] == 0) return std::nullopt;
  auto row = call_row(view, of, at);
  if (row) row->of = of;
  return row;
}

std::vector<SqlColumn> nvtx_columns() {
  std::vector<SqlColumn> columns = {
      {"id", "REF", Lookup::unique, "Event reference, such as nvtx:88.",
       [](SqlView& v, const SqlRow& r) { return SqlCell::ref("nvtx", v.profile().nvtx().row[r.at]); }},
      {"text", "STRING", Lookup::many_values, "The label.",
       [](SqlView& v, const SqlRow& r) { return v.nvtx_text(r.at); }},
      {"style", "STRING", Lookup::few_values, "push/pop, start/end or mark.", style},
      {"start", "TIME", Lookup::time, "When the range was opened, not before the window of the scope.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
      {"end", "TIME", Lookup::none, "When it was closed, not after the window; NULL where it never was.",
       [](SqlView& v, const SqlRow& r) { return is_open(v, r) ? SqlCell{} : SqlCell::of(r.inside.end); }},
      {"duration", "DURATION", Lookup::none,
       "end - start on the host, inside the window; NULL where it was never closed.",
       [](SqlView& v, const SqlRow& r) {
         return is_open(v, r) ? SqlCell{} : SqlCell::of(r.inside.duration());
       }},
      {"parent", "REF", Lookup::many_values,
       "nvtx.id of the range around it on its thread, of several the one that begins last; NULL for none.",
       parent},
      {"depth", "INTEGER", Lookup::few_values,
       "How many ranges lie around it, by parent; NULL where it did not begin and end on one thread.", depth},
      {"domain", "INTEGER", Lookup::few_values, "Number of the domain, in its process; 0 is the default one.",
       [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{v.profile().nvtx().domain[r.at]}); }},
      {"domain_name", "STRING", Lookup::few_values, "Name of the domain; empty where it has none.",
       domain_name},
      {"category", "INTEGER", Lookup::few_values, "Number of the category, in its domain; 0 for none.",
       [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{v.profile().nvtx().category[r.at]}); }},
      {"category_name", "STRING", Lookup::few_values, "Name of the category; empty where it has none.",
       [](SqlView& v, const SqlRow& r) { return SqlCell::of(v.category_name(r.at)); }},
  };
  add_thread_columns<thread_of_range>(columns);
  return columns;
}

// By row of `nvtx`: whether its text matches.
struct NvtxNamed {
  std::vector<uint8_t> is_named;
};

Result<SqlRows> open_nvtx_named(SqlView& view, const SqlArguments& arguments) {
  const Profile& profile = view.profile();
  auto found = std::make_shared<NvtxNamed>(NvtxNamed{std::vector<uint8_t>(profile.nvtx().size())});
  each_piece(found->is_named.size(), [&](size_t from, size_t to) {
    LabelMatch is_meant(profile, arguments);
    for (size_t row = from; row < to; ++row)
      found->is_named[row] = is_meant(static_cast<uint32_t>(row)) ? 1 : 0;
  });
  return SqlRows{found.get(), found->is_named.size(), found};
}

std::optional<SqlRow> nvtx_row_named(SqlView& view, const void* of, size_t at) {
  if (static_cast<const NvtxNamed*>(of)->is_named[at] == 0) return std::nullopt;
  auto row = nvtx_row(view, of, at);
  if (row) row->of = of;
  return row;
}

// Ranges inside a matching range of their thread. Outer ranges come before inner ones.
Result<SqlRows> open_nvtx_inside(SqlView& view, const SqlArguments& arguments) {
  const Profile& profile = view.profile();
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = view.forest();
  LabelMatch is_meant(profile, arguments);
  auto found = std::make_shared<NvtxNamed>(NvtxNamed{std::vector<uint8_t>(profile.nvtx().size())});
  ThrottledCheck check;
  for (const auto& thread : forest.of_thread)
    for (const uint32_t range : thread) {
      check();
      const uint32_t parent = forest.parent[range];
      if (parent != NvtxForest::kNoRange && (found->is_named[parent] != 0 || is_meant(parent)))
        found->is_named[range] = 1;
      // A range that crosses another has more ranges around it than its parent has.
      if (found->is_named[range] != 0 || !forest.crosses(nvtx.thread[range])) continue;
      forest.each_around(nvtx, nvtx.thread[range], nvtx.interval(range), [&](uint32_t around) {
        if (range_precedes(profile, around, range) && is_meant(around)) found->is_named[range] = 1;
      });
    }
  return SqlRows{found.get(), found->is_named.size(), found};
}

}  // namespace

SqlTable runtime_call_table() {
  return {"runtime_call",
          "Calls of the CUDA runtime and driver, clipped to the window of the scope. "
          "Where particular GPUs were asked for: of the processes that use them.",
          call_columns(), [](const Profile& profile) { return profile.calls().size(); }, call_row};
}

SqlTable call_inside_function() {
  return {
      "call_inside",
      "Calls of the CUDA runtime and driver that lie inside an NVTX range of a label, on the same thread, each once, as the table runtime_call has them.",
      call_columns(),
      [](const Profile& profile) { return profile.calls().size(); },
      call_row_inside,
      open_calls_inside,
      {kLabel, kMatch}};
}

SqlTable nvtx_table() {
  return {"nvtx",
          "NVTX ranges and marks, clipped to the window of the scope. "
          "Where particular GPUs were asked for: of the processes that use them.",
          nvtx_columns(), [](const Profile& profile) { return profile.nvtx().size(); }, nvtx_row};
}

SqlTable nvtx_inside_function() {
  return {
      "nvtx_inside",
      "NVTX ranges that lie inside one of a label, at any depth, on the same thread, as the table nvtx has them.",
      nvtx_columns(),
      [](const Profile& profile) { return profile.nvtx().size(); },
      nvtx_row_named,
      open_nvtx_inside,
      {kLabel, kMatch}};
}

SqlTable nvtx_named_function() {
  return {"nvtx_named",    "NVTX ranges and marks of a label, as the table nvtx has them.",
          nvtx_columns(),  [](const Profile& profile) { return profile.nvtx().size(); },
          nvtx_row_named,  open_nvtx_named,
          {kLabel, kMatch}};
}

}  // namespace nsys_ai

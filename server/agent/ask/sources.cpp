// A subject is a table; what a table lacks for it is joined here.
#include "agent/ask/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "agent/ask/figures.h"
#include "agent/ask/operations_sql.h"
#include "agent/ask/source_names.h"
#include "analysis/host/api_calls.h"
#include "analysis/host/seen_processes.h"
#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

bool is_of(CallClass calls, const CallKind& kind) {
  switch (calls) {
    case CallClass::launch:
      return kind.launches();
    case CallClass::synchronise:
      return kind.role == CallRole::synchronise;
    case CallClass::allocate:
      return kind.role == CallRole::allocate;
    case CallClass::release:
      return kind.role == CallRole::release;
    case CallClass::copy:
      return kind.role == CallRole::copy;
    case CallClass::failed:
    case CallClass::nonzero_return:
    case CallClass::any:
      break;
  }
  return true;
}

Result<std::string> calls_of(const Profile& profile, CallClass wanted) {
  return calls_named(profile, "such calls",
                     [&](std::string_view call) { return is_of(wanted, call_kind(call)); });
}

bool has_only_calls(const Calls& calls) {
  return std::all_of(calls.event_class.begin(), calls.event_class.end(),
                     [](uint8_t of) { return of == Calls::kRuntime || of == Calls::kDriver; });
}

std::optional<NamedKind> kind_of(Subject subject) {
  switch (subject) {
    case Subject::kernel:
      return NamedKind::kernel;
    case Subject::range:
      return NamedKind::nvtx;
    case Subject::mark:
      return NamedKind::mark;
    case Subject::call:
      return NamedKind::call;
    default:
      return std::nullopt;
  }
}

bool asks_for(const AskQuery& q, Measure measure) { return q.measure == measure || q.order == measure; }

Source table_of(const Profile& profile, const AskQuery& q) {
  switch (q.subject) {
    case Subject::kernel:
      return {"kernel",
              asks_for(q, Measure::queue)     ? "queue IS NOT NULL"
              : asks_for(q, Measure::latency) ? "latency IS NOT NULL"
                                              : "1",
              "", "name", "id"};
    case Subject::copy:
      return {"memcpy", "1", "", "kind", "id"};
    case Subject::memset:
      return {"memset", "1", "", "memory", "id"};
    case Subject::operation:
      return {all_operations(), "1", "", "name", "id"};
    case Subject::gap:
      if (q.stream) return {fmt::format("stream_gap({})", *q.stream), "1", "", "NULL", "NULL"};
      return {"gpu_gap(0)", "duration > 0", "", "NULL", "id"};
    case Subject::range:
      return {"nvtx", "style <> 'mark'", "", "text", "id"};
    case Subject::mark:
      return {"nvtx", "style = 'mark'", "", "text", "id"};
    case Subject::call:
      return {"runtime_call", has_only_calls(profile.calls()) ? "1" : "api IN ('runtime', 'driver')", "",
              "name", "id"};
    case Subject::os_call:
      return {"os_call", "1", "", "name", "NULL"};
    case Subject::mpi_call:
      return {"mpi_call", "1", "", "name", "NULL"};
    case Subject::sample:
      return {"cpu_sample", "1", "", "function", "NULL"};
    case Subject::schedule:
      return {"sched_event", "event = 'in'", "", "NULL", "NULL"};
    case Subject::overhead:
      return {"profiler_overhead", "1", "", "name", "NULL"};
    case Subject::graph:
      return {"graph_run", "1", "", "NULL", "NULL"};
    case Subject::iteration:
      return {"iteration", "1", "", "iteration", "nvtx"};
    default:
      return {};
  }
}

void add(std::string& where, const std::string& condition) { where += " AND " + condition; }

// Between starts that follow each other on one GPU, or on one thread.
void count_from_start_to_start(const AskQuery& q, Source& source) {
  const bool of_thread = q.subject == Subject::range || q.subject == Subject::mark ||
                         q.subject == Subject::call || q.subject == Subject::os_call ||
                         q.subject == Subject::mpi_call;
  const std::string_view place = q.subject == Subject::iteration ? "process"
                                 : of_thread                     ? "process, tid"
                                                                 : "process, device";
  // The mean needs no order.
  if (is_mean_of_periods(q)) {
    source.from = fmt::format(
        "(SELECT max(start) - min(start) AS lasts, count(*) - 1 AS periods FROM {} WHERE {} GROUP BY {})",
        source.from, source.where, place);
    source.where = "periods > 0";
    return;
  }
  source.from = fmt::format(
      "(SELECT *, start - lag(start) OVER (PARTITION BY {} ORDER BY start) AS period FROM {} WHERE {})",
      place, source.from, source.where);
  source.where = "period IS NOT NULL";
}

// Between an event and the latest end of those before it, on one GPU; what begins sooner has none.
void count_from_end_to_start(bool shared, Source& source) {
  source.from = fmt::format(
      "(SELECT *, start - max(end) OVER (PARTITION BY {}device ORDER BY start ROWS BETWEEN UNBOUNDED "
      "PRECEDING AND 1 PRECEDING) AS spacing FROM {} WHERE {})",
      shared ? "" : "process, ", source.from, source.where);
  source.where = "spacing >= 0";
}

std::string family_condition(const std::string& family) {
  if (family == "compute") return "family <> 'communication'";
  return family.empty() ? "" : "family = " + sql_text(family);
}

// Whose kernel it is, in all its versions, or what its name says: cuBLAS has kernels called after CUTLASS.
std::string library_condition(const std::string& library) {
  return fmt::format("(coalesce(library, '') LIKE {} OR name LIKE {})", sql_text(library + "%"),
                     like_text(library));
}

// The conditions that narrow events, from what they are of to what they are: of a share the last is the part,
// and the others are of the whole. `which share of the H2D copies is pageable` is one of H2D copies.
Result<std::vector<std::string>> narrowing_of(Inquiry& inquiry, bool named_already) {
  const AskQuery& q = inquiry.query;
  std::vector<std::string> all;
  const auto put = [&](bool said, std::string condition) {
    if (said) all.push_back(std::move(condition));
  };
  put(q.stream && q.subject != Subject::gap, fmt::format("stream = {}", q.stream.value_or(0)));
  // A query of something that goes on answers that it is not ready, and has not failed.
  put(q.calls == CallClass::failed, "return_value <> 0 AND NOT (return_value = 600 AND name LIKE '%Query%')");
  put(q.calls == CallClass::nonzero_return, "return_value <> 0");
  if (q.calls != CallClass::any && q.calls != CallClass::failed && q.calls != CallClass::nonzero_return) {
    auto named = calls_of(inquiry.profile, q.calls);
    if (!named) return tl::unexpected(named.error());
    all.push_back(std::move(*named));
  }
  if (q.not_calls != CallClass::any) {
    auto named = calls_of(inquiry.profile, q.not_calls);
    if (!named) return tl::unexpected(named.error());
    all.push_back(fmt::format("NOT ({})", *named));
  }
  put(!q.direction.empty(), "kind = " + sql_text(q.direction));
  put(!q.not_direction.empty(), "kind <> " + sql_text(q.not_direction));
  std::string family = family_condition(q.family);
  put(!q.not_family.empty(), "family <> " + sql_text(q.not_family));
  if (!q.name.empty() && !named_already) {
    const auto kind = kind_of(q.subject);
    auto named = kind ? names_condition(inquiry, *kind, q.name)
                      : Result<std::string>(fmt::format("name = {} COLLATE NOCASE", sql_text(q.name)));
    if (!named) return tl::unexpected(named.error());
    // A collective is named together with its family.
    family = family.empty() ? *named : fmt::format("{} AND {}", family, *named);
  }
  put(!family.empty(), family);
  put(!q.library.empty(), library_condition(q.library));
  put(!q.not_library.empty(), fmt::format("NOT {}", library_condition(q.not_library)));
  if (!q.not_name.empty()) {
    auto named = names_condition(inquiry, q.subject == Subject::call ? NamedKind::call : NamedKind::kernel,
                                 q.not_name);
    if (!named) return tl::unexpected(named.error());
    all.push_back(fmt::format("NOT ({})", *named));
  }
  put(!q.memory.empty(), fmt::format("(src = {0} OR dst = {0})", sql_text(q.memory)));
  put(q.copy_calls != CopyCalls::any,
      fmt::format("launch IN (SELECT id FROM runtime_call WHERE name {}LIKE '%Async%')",
                  q.copy_calls == CopyCalls::synchronous ? "NOT " : ""));
  if (!q.launched_by.empty()) {
    auto calls = names_condition(inquiry, NamedKind::call, q.launched_by);
    if (!calls) return tl::unexpected(calls.error());
    all.push_back(fmt::format("launch IN (SELECT id FROM runtime_call WHERE {})", *calls));
  }
  put(q.launched == Launched::recorded, "launch IS NOT NULL");
  put(q.launched == Launched::missing, "launch IS NULL");
  put(q.launched == Launched::by_graph, "graph_node IS NOT NULL");
  for (const Bound& b : q.bounds)
    all.push_back(fmt::format("{} {}{} {}",
                              b.of != Measure::none ? value_of(b.of)
                              : b.bytes             ? "bytes"
                                                    : "duration",
                              b.above ? ">" : "<", b.inclusive ? "=" : "", b.value));
  return all;
}

}  // namespace

bool is_of_other_process(const Profile& profile, const AskQuery& q, const Work& work) {
  const bool may_be = q.subject == Subject::os_call || q.subject == Subject::schedule ||
                      q.subject == Subject::sample || q.subject == Subject::overhead;
  if (!q.process || !may_be) return false;
  const auto processes = named_processes(profile, work);
  return processes && std::any_of(processes->begin(), processes->end(), [&](const SeenProcess& process) {
           return process.pid == q.process && !process.process.exists();
         });
}

bool is_mean_of_periods(const AskQuery& q) {
  return q.measure == Measure::period && q.statistic == Statistic::mean && q.pick == Pick::none &&
         q.group == Dimension::none;
}

// Where no table has calls of MPI, an older nsys may have written them as ranges of a domain of their own.
Result<std::string> mpi_calls(Inquiry& inquiry) {
  const auto any = inquiry.rows("SELECT 1 FROM mpi_call LIMIT 1");
  if (!any) return tl::unexpected(any.error());
  if (!any->empty()) return std::string("mpi_call");
  return std::string(
      "(SELECT text AS name, start, end, duration, process, pid, tid FROM nvtx WHERE domain_name = 'MPI' AND "
      "style <> 'mark')");
}

Result<Source> source_of(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  Source source = table_of(inquiry.profile, q);
  if (q.subject == Subject::mpi_call) {
    auto calls = mpi_calls(inquiry);
    if (!calls) return tl::unexpected(calls.error());
    source.from = std::move(*calls);
  }
  if (q.subject == Subject::gap && !q.stream && has_shared_gpu(inquiry)) {
    source.from = shared_gaps();
    inquiry.answer.notes.emplace_back("several processes use this GPU, and a gap is where none of them does");
  }
  if (is_of_other_process(inquiry.profile, q, inquiry.work))
    add(source.where, fmt::format("pid = {}", *q.process));
  if (q.thread) add(source.where, fmt::format("tid = {}", *q.thread));
  if (q.at) add(source.where, fmt::format("start <= {0} AND end > {0}", *q.at));
  if (q.starting && q.window.from) add(source.where, fmt::format("start >= {}", *q.window.from));
  if (q.starting && q.window.to) add(source.where, fmt::format("start < {}", *q.window.to));
  if (q.subject == Subject::iteration && q.iteration)
    add(source.where, fmt::format("iteration = {}", *q.iteration));
  source.wide_where = source.where;
  bool named = false;
  // A share is of all of them.
  if (source.from == "nvtx" && !q.name.empty() && q.inside.empty() && q.wanted != Wanted::share) {
    auto table = nvtx_named(inquiry, *kind_of(q.subject), q.name);
    if (!table) return tl::unexpected(table.error());
    named = !table->empty();
    if (named) source.from = std::move(*table);
  }
  const auto narrowing = narrowing_of(inquiry, named);
  if (!narrowing) return tl::unexpected(narrowing.error());
  for (size_t i = 0; i < narrowing->size(); ++i) {
    add(source.where, (*narrowing)[i]);
    if (i + 1 < narrowing->size()) add(source.wide_where, (*narrowing)[i]);
  }
  if (!q.inside.empty()) {
    if (auto placed = place_inside(inquiry, source); !placed) return tl::unexpected(placed.error());
  }
  if (q.inside_any) add(source.where, "id IN (SELECT kernel FROM kernel_nvtx)");
  if (asks_for(q, Measure::period)) count_from_start_to_start(q, source);
  if (asks_for(q, Measure::spacing)) count_from_end_to_start(has_shared_gpu(inquiry), source);
  return source;
}

}  // namespace nsys_ai::inline agent

// A subject is a table; columns that the table lacks are joined here.
#include "question/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "analysis/host/api_calls.h"
#include "analysis/host/seen_processes.h"
#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"
#include "question/figures.h"
#include "question/operations_sql.h"
#include "question/source_names.h"

namespace nsys_ai {
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

std::optional<NamedKind> kind_of(Thing thing) {
  switch (thing) {
    case Thing::kernel:
      return NamedKind::kernel;
    case Thing::range:
      return NamedKind::nvtx;
    case Thing::mark:
      return NamedKind::mark;
    case Thing::call:
      return NamedKind::call;
    default:
      return std::nullopt;
  }
}

bool asks_for(const AskQuery& q, Measure measure) { return q.measure == measure || q.by == measure; }

Source table_of(const Profile& profile, const AskQuery& q) {
  switch (*q.thing) {
    case Thing::kernel:
      return {"kernel",
              asks_for(q, Measure::queue)     ? "queue IS NOT NULL"
              : asks_for(q, Measure::latency) ? "latency IS NOT NULL"
                                              : "1",
              "name", "id"};
    case Thing::memcpy:
      return {"memcpy", "1", "kind", "id"};
    case Thing::memset:
      return {"memset", "1", "memory", "id"};
    case Thing::operation:
      return {all_operations(), "1", "name", "id"};
    case Thing::gap:
      if (q.stream) return {fmt::format("stream_gap({})", *q.stream), "1", "NULL", "NULL"};
      return {"gpu_gap(0)", "duration > 0", "NULL", "id"};
    case Thing::range:
      return {"nvtx", "style <> 'mark'", "text", "id"};
    case Thing::mark:
      return {"nvtx", "style = 'mark'", "text", "id"};
    case Thing::call:
      return {"runtime_call", has_only_calls(profile.calls()) ? "1" : "api IN ('runtime', 'driver')", "name",
              "id"};
    case Thing::os_call:
      return {"os_call", "1", "name", "NULL"};
    case Thing::mpi_call:
      return {"mpi_call", "1", "name", "NULL"};
    case Thing::sample:
      return {"cpu_sample", "1", "function", "NULL"};
    case Thing::graph:
      return {"graph_run", "1", "NULL", "NULL"};
    case Thing::iteration:
      return {"iteration", "1", "iteration", "nvtx"};
    default:
      return {};
  }
}

void add(std::string& where, const std::string& condition) { where += " AND " + condition; }

std::string family_condition(const std::string& family) {
  if (family == "compute") return "family <> 'communication'";
  return family.empty() ? "" : "family = " + sql_text(family);
}

// By the library that owns the kernel in all its versions, or by the name: cuBLAS has kernels with CUTLASS in
// their name.
std::string library_condition(const std::string& library) {
  return fmt::format("(coalesce(library, '') LIKE {} OR name LIKE {})", sql_text(library + "%"),
                     like_text(library));
}

std::string bound_condition(const Bound& bound) {
  const std::string value = value_of(bound.of);
  std::string all;
  const auto put = [&](std::string_view sign, const std::optional<int64_t>& limit) {
    if (limit) all += fmt::format("{}{} {} {}", all.empty() ? "" : " AND ", value, sign, *limit);
  };
  put(">", bound.above);
  put("<", bound.below);
  put(">=", bound.at_least);
  put("<=", bound.at_most);
  return all;
}

// The conditions that narrow the events.
class Narrowing {
 public:
  Narrowing(AnswerContext& context, bool named_already)
      : inquiry_(context), q_(context.query), named_already_(named_already) {}

  Result<std::vector<std::string>> all() {
    for (const auto add :
         {&Narrowing::calls, &Narrowing::directions, &Narrowing::names, &Narrowing::launches})
      if (auto done = (this->*add)(); !done) return tl::unexpected(done.error());
    if (q_.bounds)
      for (const Bound& bound : *q_.bounds) put(true, bound_condition(bound));
    return std::move(all_);
  }

 private:
  void put(bool said, std::string condition) {
    if (said && !condition.empty()) all_.push_back(std::move(condition));
  }
  void put(Result<std::string>& condition) { put(true, std::move(*condition)); }

  Result<void> calls() {
    // A status query that returns "not ready" has not failed.
    put(q_.calls == CallClass::failed,
        "return_value <> 0 AND NOT (return_value = 600 AND name LIKE '%Query%')");
    if (!q_.calls || q_.calls == CallClass::failed) return {};
    auto named = calls_of(inquiry_.profile, *q_.calls);
    if (!named) return tl::unexpected(named.error());
    put(named);
    return {};
  }

  Result<void> directions() {
    if (q_.direction) put(true, "kind = " + sql_text(*q_.direction));
    if (q_.not_direction) put(true, "kind <> " + sql_text(*q_.not_direction));
    if (q_.memory) put(true, fmt::format("(src = {0} OR dst = {0})", sql_text(*q_.memory)));
    if (q_.blocking)
      put(true, fmt::format("launch IN (SELECT id FROM runtime_call WHERE name {}LIKE '%Async%')",
                            *q_.blocking ? "NOT " : ""));
    return {};
  }

  Result<std::string> named(const std::string& name) {
    const auto kind = kind_of(*q_.thing);
    return kind ? names_condition(inquiry_, *kind, name)
                : Result<std::string>(fmt::format("name = {} COLLATE NOCASE", sql_text(name)));
  }

  Result<void> names() {
    if (q_.not_family)
      put(true,
          *q_.not_family == "compute" ? "family = 'communication'" : "family <> " + sql_text(*q_.not_family));
    std::string family = family_condition(q_.family.value_or(""));
    if (q_.name && !named_already_) {
      auto condition = named(*q_.name);
      if (!condition) return tl::unexpected(condition.error());
      // A collective is named with its family.
      family = family.empty() ? *condition : fmt::format("{} AND {}", family, *condition);
    }
    put(true, std::move(family));
    if (q_.library) put(true, library_condition(*q_.library));
    if (!q_.not_name) return {};
    auto condition = named(*q_.not_name);
    if (!condition) return tl::unexpected(condition.error());
    put(true, fmt::format("NOT ({})", *condition));
    return {};
  }

  Result<void> launches() {
    if (!q_.launched_by) return {};
    auto calls = names_condition(inquiry_, NamedKind::call, *q_.launched_by);
    if (!calls) return tl::unexpected(calls.error());
    put(true, fmt::format("launch IN (SELECT id FROM runtime_call WHERE {})", *calls));
    return {};
  }

  AnswerContext& inquiry_;
  const AskQuery& q_;
  const bool named_already_;
  std::vector<std::string> all_;
};

}  // namespace

bool is_of_other_process(const Profile& profile, const AskQuery& q, const Work& work) {
  const bool may_be = q.thing == Thing::os_call || q.thing == Thing::sample;
  if (!q.process || !may_be) return false;
  const auto processes = named_processes(profile, work);
  return processes && std::any_of(processes->begin(), processes->end(), [&](const CapturedProcess& process) {
           return process.pid == q.process && !process.process.exists();
         });
}

// If no table has MPI calls, an older nsys may have recorded them as ranges of a separate domain.
Result<std::string> mpi_calls(AnswerContext& context) {
  const auto any = context.rows("SELECT 1 FROM mpi_call LIMIT 1");
  if (!any) return tl::unexpected(any.error());
  if (!any->empty()) return std::string("mpi_call");
  return std::string(
      "(SELECT text AS name, start, end, duration, process, pid, tid FROM nvtx WHERE domain_name = 'MPI' AND "
      "style <> 'mark')");
}

Result<Source> source_of(AnswerContext& context) {
  const AskQuery& q = context.query;
  Source source = table_of(context.profile, q);
  if (q.thing == Thing::mpi_call) {
    auto calls = mpi_calls(context);
    if (!calls) return tl::unexpected(calls.error());
    source.from = std::move(*calls);
  }
  if (q.thing == Thing::gap && !q.stream && !q.group && has_shared_gpu(context)) {
    source.from = shared_gaps();
    context.answer.notes.emplace_back("several processes use this GPU, and a gap is where none of them does");
  }
  // A scope keeps rows whose process nothing else names.
  if (q.process && (q.thing == Thing::os_call || q.thing == Thing::sample))
    add(source.where, fmt::format("pid = {}", *q.process));
  if (q.thread) add(source.where, fmt::format("tid = {}", *q.thread));
  if (q.at_ns) add(source.where, fmt::format("start <= {0} AND end > {0}", *q.at_ns));
  if (q.thing == Thing::iteration && q.iteration) {
    add(source.where, fmt::format("iteration = {}", *q.iteration));
    // Each process numbers its own iterations; like a scope, this means the first process.
    if (!q.process)
      add(source.where,
          fmt::format("process = (SELECT process FROM iteration WHERE iteration = {} ORDER BY pid LIMIT 1)",
                      *q.iteration));
  }
  if (q.stream && q.thing != Thing::gap) add(source.where, fmt::format("stream = {}", *q.stream));
  source.base_where = source.where;
  source.table = source.from;
  bool named = false;
  // A share relates to all ranges.
  if (source.from == "nvtx" && q.name && !q.inside && !q.share) {
    auto table = nvtx_named(context, *kind_of(*q.thing), *q.name);
    if (!table) return tl::unexpected(table.error());
    named = !table->empty();
    if (named) source.from = std::move(*table);
  }
  const auto narrowing = Narrowing(context, named).all();
  if (!narrowing) return tl::unexpected(narrowing.error());
  // For a share among events of a kind: the last condition is the numerator, the others the denominator.
  for (size_t i = 0; i < narrowing->size(); ++i) {
    add(source.where, (*narrowing)[i]);
    if (q.share && i + 1 < narrowing->size()) add(source.base_where, (*narrowing)[i]);
  }
  if (q.inside) {
    if (auto placed = place_inside(context, source); !placed) return tl::unexpected(placed.error());
  }
  return source;
}

}  // namespace nsys_ai

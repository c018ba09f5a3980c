// A subject is a table; what a table lacks for it is joined here.
#include "agent/ask/sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"

namespace nsys_ai::inline agent {
namespace {

constexpr std::string_view kLaunchCalls =
    "(name LIKE 'cudaLaunch%' OR name LIKE 'cuLaunch%' OR name LIKE 'cudaGraphLaunch%' OR name LIKE 'cuGraphLaunch%')";
constexpr std::string_view kSyncCalls = "(name LIKE 'cuda%Synchronize%' OR name LIKE 'cu%Synchronize%')";
constexpr std::string_view kAllocatingCalls =
    "(name LIKE 'cudaMalloc%' OR name LIKE 'cuMemAlloc%' OR name LIKE 'cudaHostAlloc%' OR name LIKE 'cuMemHostAlloc%' OR name LIKE 'cuMemCreate%')";
constexpr std::string_view kReleasingCalls =
    "(name LIKE 'cudaFree%' OR name LIKE 'cuMemFree%' OR name LIKE 'cuMemRelease%')";
constexpr std::string_view kCopyingCalls = "(name LIKE 'cudaMemcpy%' OR name LIKE 'cuMemcpy%')";

std::string_view condition_of(CallClass calls) {
  switch (calls) {
    case CallClass::launch:
      return kLaunchCalls;
    case CallClass::synchronise:
      return kSyncCalls;
    case CallClass::allocate:
      return kAllocatingCalls;
    case CallClass::release:
      return kReleasingCalls;
    case CallClass::copy:
      return kCopyingCalls;
    case CallClass::any:
      break;
  }
  return "";
}

constexpr std::string_view kOperations =
    "(SELECT id, name, start, end, duration, process, pid, device, context, stream FROM kernel UNION ALL "
    "SELECT id, kind, start, end, duration, process, pid, device, context, stream FROM memcpy UNION ALL "
    "SELECT id, 'memset', start, end, duration, process, pid, device, context, stream FROM memset UNION ALL "
    "SELECT NULL, 'graph', start, end, duration, process, pid, device, context, stream FROM graph_run)";

// Gaps of one stream: between an operation and the latest end of those before it on that stream.
std::string stream_gaps(int64_t stream) {
  return fmt::format(
      "(SELECT NULL AS id, NULL AS name, reached AS start, start AS end, start - reached AS duration, process, pid, device, {0} AS stream FROM "
      "(SELECT *, max(end) OVER (PARTITION BY process, device, context ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached "
      "FROM {1} WHERE stream = {0}) WHERE start > reached)",
      stream, kOperations);
}

std::string launched_kernels() {
  return "(SELECT k.*, k.start - c.start AS latency, k.start - c.end AS queue FROM kernel AS k JOIN runtime_call AS c ON c.id = k.launch)";
}

// ---- names

bool is_exactly(const FoundName& found, const std::string& wanted) {
  if (ascii_lower(found.name) == wanted) return true;
  if (found.kind == NamedKind::nvtx || found.kind == NamedKind::mark)
    return ascii_lower(normalised_label(found.name)) == wanted;
  return found.kind == NamedKind::kernel &&
         (ascii_lower(base_name(found.name)) == wanted || ascii_lower(qualified_name(found.name)) == wanted ||
          ascii_lower(display_name(found.name)) == wanted);
}

// Texts of one label: the label itself, and with numbers where it has `#` and operator ids behind.
std::string label_condition(const FoundName& found) {
  if (found.texts <= 1) return "text = " + sql_text(found.name);
  std::string glob;
  for (const char c : found.name) {
    if (c == '#')
      glob += "[0-9]*";
    else if (c == '*' || c == '?' || c == '[')
      glob += fmt::format("[{}]", c);
    else
      glob += c;
  }
  const std::string exact = found.name.find('#') == std::string::npos ? "text = " + sql_text(found.name)
                                                                      : "text GLOB " + sql_text(glob);
  return fmt::format("({} OR text GLOB {})", exact, sql_text(glob + ", *"));
}

std::string name_condition(const FoundName& found) {
  switch (found.kind) {
    case NamedKind::nvtx:
    case NamedKind::mark:
      return label_condition(found);
    case NamedKind::call:
      return fmt::format("(name = {0} OR name GLOB {1})", sql_text(found.name),
                         sql_text(found.name + "_v[0-9]*"));
    default:
      return "name = " + sql_text(found.name);
  }
}

// A part of a text, `*` for whatever lies between, as LIKE takes it.
std::string like_text(const std::string& part) {
  std::string like = "%";
  for (const char c : part) {
    if (c == '%' || c == '_' || c == '\\') like += '\\';
    like += c == '*' ? '%' : c;
  }
  return sql_text(like + "%");
}

constexpr size_t kMostNames = 60;

// The names that a word means, as a condition: those that are called so, else those that contain it.
Result<std::string> names_condition(Inquiry& inquiry, NamedKind kind, const std::string& name) {
  auto pattern = TextPattern::make(name, {});
  if (!pattern) return tl::unexpected(pattern.error());
  const auto found = search_names(inquiry.profile, Scope::whole(inquiry.profile),
                                  {*pattern, {kind}, std::nullopt}, inquiry.work);
  if (!found) return tl::unexpected(found.error());
  const std::string wanted = ascii_lower(name);
  std::vector<FoundName> names = found->names;
  if (std::any_of(names.begin(), names.end(), [&](const FoundName& f) { return is_exactly(f, wanted); }))
    names.erase(std::remove_if(names.begin(), names.end(),
                               [&](const FoundName& f) { return !is_exactly(f, wanted); }),
                names.end());
  else if (kind == NamedKind::nvtx || kind == NamedKind::mark)
    return names.empty() ? std::string("0") : "text LIKE " + like_text(name) + " ESCAPE '\\'";
  if (names.size() > kMostNames)
    return fail(ErrorCode::bad_request, fmt::format("`{}` is part of {} names.", name, names.size()),
                "Write more of the name.");
  std::string condition;
  for (const FoundName& each : names) condition += (condition.empty() ? "" : " OR ") + name_condition(each);
  if (condition.empty()) return std::string("0");
  if (names.size() > 1)
    inquiry.answer.notes.push_back(
        fmt::format("`{}` means {} names here, which are taken together", name, names.size()));
  return "(" + condition + ")";
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

Source table_of(const AskQuery& q) {
  switch (q.subject) {
    case Subject::kernel:
      return {asks_for(q, Measure::latency) || asks_for(q, Measure::queue) ? launched_kernels() : "kernel",
              asks_for(q, Measure::queue) ? "queue > 0" : "1", "", "name", "id"};
    case Subject::copy:
      return {"memcpy", "1", "", "kind", "id"};
    case Subject::memset:
      return {"memset", "1", "", "memory", "id"};
    case Subject::operation:
      return {std::string(kOperations), "1", "", "name", "id"};
    case Subject::gap:
      if (q.stream) return {stream_gaps(*q.stream), "1", "", "NULL", "id"};
      return {"gpu_gap(0)", "duration > 0", "", "NULL", "id"};
    case Subject::range:
      return {"nvtx", "style <> 'mark'", "", "text", "id"};
    case Subject::mark:
      return {"nvtx", "style = 'mark'", "", "text", "id"};
    case Subject::call:
      return {"runtime_call", "api IN ('runtime', 'driver')", "", "name", "id"};
    case Subject::os_call:
      return {"os_call", "1", "", "name", "NULL"};
    case Subject::mpi_call:
      return {"mpi_call", "1", "", "name", "NULL"};
    case Subject::graph:
      return {"graph_run", "1", "", "NULL", "NULL"};
    case Subject::iteration:
      return {"iteration", "1", "", "iteration", "nvtx"};
    default:
      return {};
  }
}

void add(std::string& where, const std::string& condition) { where += " AND " + condition; }

void add_family(std::string& where, const std::string& family) {
  if (family == "compute")
    add(where, "family <> 'communication'");
  else if (!family.empty())
    add(where, "family = " + sql_text(family));
}

}  // namespace

Result<Source> source_of(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  Source source = table_of(q);
  if (q.thread) add(source.where, fmt::format("tid = {}", *q.thread));
  if (q.starting && q.window.from) add(source.where, fmt::format("start >= {}", *q.window.from));
  if (q.starting && q.window.to) add(source.where, fmt::format("start < {}", *q.window.to));
  source.wide_where = source.where;
  if (q.stream && q.subject != Subject::gap) add(source.where, fmt::format("stream = {}", *q.stream));
  add_family(source.where, q.family);
  if (!q.library.empty()) add(source.where, "library = " + sql_text(q.library));
  if (!q.direction.empty()) add(source.where, "kind = " + sql_text(q.direction));
  if (!q.memory.empty()) add(source.where, fmt::format("(src = {0} OR dst = {0})", sql_text(q.memory)));
  if (q.calls != CallClass::any) add(source.where, std::string(condition_of(q.calls)));
  for (const Bound& b : q.bounds)
    add(source.where, fmt::format("{} {}{} {}", b.bytes ? "bytes" : "duration", b.above ? ">" : "<",
                                  b.inclusive ? "=" : "", b.value));
  if (q.subject == Subject::iteration && q.iteration)
    add(source.where, fmt::format("iteration = {}", *q.iteration));
  if (!q.name.empty()) {
    const auto kind = kind_of(q.subject);
    auto named =
        kind ? names_condition(inquiry, *kind, q.name) : Result<std::string>("name = " + sql_text(q.name));
    if (!named) return tl::unexpected(named.error());
    add(source.where, *named);
  }
  if (!q.inside.empty()) {
    auto named = names_condition(inquiry, NamedKind::nvtx, q.inside);
    if (!named) return tl::unexpected(named.error());
    add(source.where, fmt::format("id IN (SELECT kernel FROM kernel_nvtx WHERE {})", *named));
  }
  return source;
}

std::string value_of(Measure measure) {
  switch (measure) {
    case Measure::time:
      return "duration";
    case Measure::bytes:
      return "bytes";
    case Measure::bandwidth:
      return "1.0 * bytes / duration";
    case Measure::start:
      return "start";
    case Measure::end:
      return "end";
    case Measure::latency:
      return "latency";
    case Measure::queue:
      return "queue";
    case Measure::registers:
      return "registers_per_thread";
    case Measure::blocks:
      return "grid_x * grid_y * grid_z";
    case Measure::block_threads:
      return "block_x * block_y * block_z";
    case Measure::shared_memory:
      return "static_shared_bytes + dynamic_shared_bytes";
    case Measure::busy:
      return "busy";
    case Measure::idle:
      return "idle";
    case Measure::communication:
      return "communication";
    default:
      return "NULL";
  }
}

Unit unit_of(Measure measure) {
  switch (measure) {
    case Measure::bytes:
    case Measure::shared_memory:
    case Measure::memory:
      return Unit::bytes;
    case Measure::bandwidth:
    case Measure::peak_bandwidth:
      return Unit::gb_per_s;
    case Measure::count:
    case Measure::names:
    case Measure::registers:
    case Measure::blocks:
    case Measure::block_threads:
    case Measure::multiprocessors:
      return Unit::count;
    case Measure::start:
    case Measure::end:
      return Unit::clock_ns;
    default:
      return Unit::ns;
  }
}

}  // namespace nsys_ai::inline agent

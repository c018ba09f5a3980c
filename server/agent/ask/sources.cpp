// A subject is a table; what a table lacks for it is joined here.
#include "agent/ask/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "agent/ask/operations_sql.h"
#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

constexpr size_t kMostNames = 60;

Result<void> check_count(const std::string& of, size_t names) {
  if (names <= kMostNames) return {};
  return fail(ErrorCode::bad_request, fmt::format("`{}` is part of {} names.", of, names),
              "Write more of the name.");
}

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
    case CallClass::any:
      break;
  }
  return true;
}

// The names of calls that are wanted, each of which is looked at once, as a condition.
template <class Wanted>
Result<std::string> calls_named(const Profile& profile, const std::string& of, Wanted wanted) {
  std::vector<std::string> names;
  for (const NameId id : profile.calls().name.values)
    if (const std::string_view name = profile.text(id); wanted(name)) names.push_back(sql_text(name));
  if (const auto few = check_count(of, names.size()); !few) return tl::unexpected(few.error());
  if (names.empty()) return std::string("0");
  if (names.size() == 1) return "name = " + names[0];
  // The sign keeps the table from being scanned for one name after the other.
  return fmt::format("+name IN ({})", fmt::join(names, ", "));
}

bool has_only_calls(const Calls& calls) {
  return std::all_of(calls.event_class.begin(), calls.event_class.end(),
                     [](uint8_t of) { return of == Calls::kRuntime || of == Calls::kDriver; });
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
  const bool labelled = found.kind == NamedKind::nvtx || found.kind == NamedKind::mark;
  return labelled ? label_condition(found) : "name = " + sql_text(found.name);
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

// The names that a word means: those that are called so, else those that contain it.
struct MeantNames {
  std::vector<FoundName> names;
  bool exact = false;
};

Result<MeantNames> names_meant(const Inquiry& inquiry, NamedKind kind, const std::string& name) {
  auto pattern = TextPattern::make(name, {});
  if (!pattern) return tl::unexpected(pattern.error());
  auto found = search_names(inquiry.profile, Scope::whole(inquiry.profile), {*pattern, {kind}, std::nullopt},
                            inquiry.work);
  if (!found) return tl::unexpected(found.error());
  const std::string wanted = ascii_lower(name);
  const auto is_other = [&](const FoundName& f) { return !is_exactly(f, wanted); };
  MeantNames meant{std::move(found->names), false};
  meant.exact = !std::all_of(meant.names.begin(), meant.names.end(), is_other);
  if (meant.exact) std::erase_if(meant.names, is_other);
  return meant;
}

// As a condition.
Result<std::string> names_condition(Inquiry& inquiry, NamedKind kind, const std::string& name) {
  const auto meant = names_meant(inquiry, kind, name);
  if (!meant) return tl::unexpected(meant.error());
  const std::vector<FoundName>& names = meant->names;
  if (names.empty()) return std::string("0");
  if (!meant->exact && (kind == NamedKind::nvtx || kind == NamedKind::mark))
    return "text LIKE " + like_text(name) + " ESCAPE '\\'";
  if (const auto few = check_count(name, names.size()); !few) return tl::unexpected(few.error());
  if (names.size() > 1)
    inquiry.answer.notes.push_back(
        fmt::format("`{}` means {} names here, which are taken together", name, names.size()));
  if (kind == NamedKind::call) {
    const auto is_one = [](const FoundName& found, std::string_view call) {
      return found.name == call || found.name == base_call_name(call);
    };
    return calls_named(inquiry.profile, name, [&](std::string_view call) {
      return std::any_of(names.begin(), names.end(),
                         [&](const FoundName& found) { return is_one(found, call); });
    });
  }
  std::string condition;
  for (const FoundName& each : names) condition += (condition.empty() ? "" : " OR ") + name_condition(each);
  return "(" + condition + ")";
}

// Narrows to what was launched inside one range of those that are meant.
Result<void> place_inside_one(Inquiry& inquiry, Source& source) {
  const AskQuery& q = inquiry.query;
  auto named = names_condition(inquiry, NamedKind::nvtx, q.inside);
  if (!named) return tl::unexpected(named.error());
  const auto range = inquiry.rows(
      fmt::format("SELECT id FROM nvtx WHERE style <> 'mark' AND {} ORDER BY start LIMIT 1 OFFSET {}", *named,
                  q.inside_rank - 1));
  if (!range) return tl::unexpected(range.error());
  if (range->empty())
    return fail(ErrorCode::bad_request, fmt::format("There are fewer ranges `{}`.", one_line(q.inside)), "");
  source.where += fmt::format(" AND id IN (SELECT kernel FROM kernel_nvtx WHERE nvtx = {})",
                              sql_text(cell_text(range->at(0)[0])));
  return {};
}

// Narrows to what was launched inside the ranges that are meant.
Result<void> place_inside(Inquiry& inquiry, Source& source) {
  const AskQuery& q = inquiry.query;
  if (q.inside_rank > 0) return place_inside_one(inquiry, source);
  if (source.from == "kernel") {
    const auto meant = names_meant(inquiry, NamedKind::nvtx, q.inside);
    if (!meant) return tl::unexpected(meant.error());
    if (meant->exact && meant->names.size() == 1) {
      const std::string inside = fmt::format("kernel_inside({})", sql_text(meant->names[0].name));
      // A share is of all kernels.
      if (q.wanted == Wanted::share)
        source.where += fmt::format(" AND id IN (SELECT id FROM {})", inside);
      else
        source.from = inside;
      return {};
    }
  }
  auto named = names_condition(inquiry, NamedKind::nvtx, q.inside);
  if (!named) return tl::unexpected(named.error());
  source.where += fmt::format(" AND id IN (SELECT kernel FROM kernel_nvtx WHERE {})", *named);
  return {};
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
      return {std::string(all_operations()), "1", "", "name", "id"};
    case Subject::gap:
      if (q.stream) return {stream_gaps(*q.stream), "1", "", "NULL", "id"};
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
      return {"cpu_sample", "1", "", "NULL", "NULL"};
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
  Source source = table_of(inquiry.profile, q);
  if (q.subject == Subject::gap && !q.stream && has_shared_gpu(inquiry)) {
    source.from = shared_gaps();
    inquiry.answer.notes.emplace_back("several processes use this GPU, and a gap is where none of them does");
  }
  if (q.thread) add(source.where, fmt::format("tid = {}", *q.thread));
  if (q.starting && q.window.from) add(source.where, fmt::format("start >= {}", *q.window.from));
  if (q.starting && q.window.to) add(source.where, fmt::format("start < {}", *q.window.to));
  source.wide_where = source.where;
  if (q.stream && q.subject != Subject::gap) add(source.where, fmt::format("stream = {}", *q.stream));
  add_family(source.where, q.family);
  if (!q.library.empty()) add(source.where, "library = " + sql_text(q.library));
  if (!q.direction.empty()) add(source.where, "kind = " + sql_text(q.direction));
  if (!q.memory.empty()) add(source.where, fmt::format("(src = {0} OR dst = {0})", sql_text(q.memory)));
  if (q.launched == Launched::recorded) add(source.where, "launch IS NOT NULL");
  if (q.launched == Launched::missing) add(source.where, "launch IS NULL");
  if (q.launched == Launched::by_graph) add(source.where, "graph_node IS NOT NULL");
  if (q.calls != CallClass::any) {
    auto named = calls_named(inquiry.profile, "such calls",
                             [&](std::string_view call) { return is_of(q.calls, call_kind(call)); });
    if (!named) return tl::unexpected(named.error());
    add(source.where, *named);
  }
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
    if (auto placed = place_inside(inquiry, source); !placed) return tl::unexpected(placed.error());
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
    case Measure::l2_cache:
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
    case Measure::cpu_cores:
      return Unit::count;
    case Measure::start:
    case Measure::end:
      return Unit::clock_ns;
    case Measure::model:
    case Measure::capability:
    case Measure::gpu_clock:
    case Measure::bus:
    case Measure::uuid:
    case Measure::driver:
    case Measure::cuda_version:
    case Measure::cpu_model:
    case Measure::cpu_clock:
    case Measure::host_name:
    case Measure::system:
    case Measure::nsys_version:
      return Unit::none;
    default:
      return Unit::ns;
  }
}

}  // namespace nsys_ai::inline agent

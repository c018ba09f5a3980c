// Single events and their conditions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "tests/question/plain_sql.h"

namespace nsys_ai::test {
namespace {

constexpr auto kDirections = std::to_array<std::string_view>(
    {"Unknown", "Host-to-Device", "Device-to-Host", "Host-to-Array", "Array-to-Host", "Array-to-Array",
     "Array-to-Device", "Device-to-Array", "Device-to-Device", "Host-to-Host", "Peer-to-Peer",
     "Unified Host-to-Device", "Unified Device-to-Host", "Unified Device-to-Device"});
constexpr auto kMemory = std::to_array<std::string_view>(
    {"Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static"});

template <size_t n>
std::optional<size_t> number_of(const std::array<std::string_view, n>& all, std::string_view name) {
  const auto found = std::find(all.begin(), all.end(), name);
  return found == all.end() ? std::nullopt : std::optional<size_t>(found - all.begin());
}

// The name of a kernel without what it returns, its template arguments and its parameters, but with its
// namespace.
std::string qualified(std::string name) {
  if (name.starts_with("void ")) name.erase(0, 5);
  return name.substr(0, name.find_first_of("<("));
}

// Names of calls by what the documentation of CUDA says that they do. A query of something that goes on
// answers that it is not ready, and has not failed.
std::string class_condition(CallClass of) {
  if (of == CallClass::failed)
    return "ret <> 0 AND NOT (ret = 600 AND name IN (SELECT id FROM raw_name WHERE short GLOB '*Query*'))";
  static const std::map<CallClass, std::vector<std::string_view>> patterns = {
      {CallClass::launch, {"cu*LaunchKernel*", "cu*LaunchCooperative*", "cudaGraphLaunch", "cuGraphLaunch"}},
      {CallClass::synchronise, {"cu*Synchronize"}},
      {CallClass::allocate,
       {"cudaMalloc*", "cudaHost[AR]*", "cuMem*Alloc*", "cuMemHostRegister*", "cuMemCreate", "cuMemMap",
        "cuMemAddressReserve", "cuMemSetAccess", "cuArrayCreate"}},
      {CallClass::release,
       {"cudaFree*", "cuMemFree*", "cu*HostUnregister", "cuMemRelease", "cuMemUnmap", "cuMemAddressFree",
        "cuArrayDestroy", "cu*MemPoolTrimTo"}},
      {CallClass::copy, {"cudaMemcpy*", "cuMemcpy*"}}};
  std::string any = "0";
  for (const std::string_view pattern : patterns.at(of)) any += fmt::format(" OR short GLOB '{}'", pattern);
  return fmt::format("name IN (SELECT id FROM raw_name WHERE {})", any);
}

class Conditions {
 public:
  Conditions(RawExport& raw, const AskQuery& q) : raw_(raw), q_(q) {}

  // On the raw rows. Nothing for what is not covered.
  std::optional<std::string> inner() {
    const Thing t = *q_.thing;
    const bool host = t == Thing::call || t == Thing::range || t == Thing::mark || t == Thing::os_call ||
                      t == Thing::mpi_call;
    const std::string_view of = t == Thing::kernel    ? "kernel"
                                : t == Thing::call    ? "call"
                                : t == Thing::os_call ? "os"
                                                      : "nvtx";
    if (q_.name && t != Thing::kernel && !host) return std::nullopt;
    named(q_.name, of, "name IN ({})");
    named(q_.not_name, of, "name NOT IN ({})");
    named(q_.launched_by, "call", "cname IN ({})");
    family(q_.family, false);
    family(q_.not_family, true);
    if (q_.library) put(*q_.library == "NCCL", "name IN (SELECT id FROM raw_name WHERE name LIKE '%nccl%')");
    number(q_.direction, kDirections, "copy = {}");
    number(q_.not_direction, kDirections, "copy <> {}");
    number(q_.memory, kMemory, "{} IN (src, dst)");
    if (q_.calls) put(true, class_condition(*q_.calls));
    if (q_.blocking) blocking();
    if (q_.inside) inside(host);
    if (q_.thread) put(true, fmt::format("g & 0xFFFFFF = {}", *q_.thread));
    return covered_ ? std::optional(text_) : std::nullopt;
  }

 private:
  void put(bool covered, const std::string& condition) {
    covered_ = covered_ && covered;
    text_ += " AND " + condition;
  }

  void named(const std::optional<std::string>& name, std::string_view of, std::string_view condition) {
    if (!name) return;
    const auto ids = plain_names(raw_, of, *name);
    put(ids.has_value(), fmt::format(fmt::runtime(condition), ids.value_or("")));
  }

  // What communicates is told by the names that NCCL gives; other families take a grammar of names.
  void family(const std::optional<std::string>& name, bool without) {
    if (!name) return;
    const bool known = *name == "communication" || *name == "compute";
    const bool communication = (*name == "communication") != without;
    put(known, (communication ? "" : "NOT ") + std::string(kCommunicates));
  }

  template <size_t n>
  void number(const std::optional<std::string>& name, const std::array<std::string_view, n>& all,
              const char* condition) {
    if (!name) return;
    const auto found = number_of(all, *name);
    put(found.has_value(), fmt::format(fmt::runtime(condition), found.value_or(0)));
  }

  // A copy that a graph makes was asked for by a call that does not say.
  void blocking() {
    const bool plain = !raw_.any(
        "raw_op JOIN raw_name n ON n.id = cname WHERE kind = 'memcpy' AND n.short NOT LIKE '%memcpy%'");
    put(plain, fmt::format("cname IN (SELECT id FROM raw_name WHERE short {}LIKE '%Async%')",
                           *q_.blocking ? "NOT " : ""));
  }

  // The call, or the range itself, within a closed range of that name on its thread: one that began no later
  // reaches as far.
  void inside(bool host) {
    const auto ids = plain_names(raw_, "nvtx", *q_.inside);
    const bool range = q_.thing == Thing::range;
    const std::string meant = fmt::format("raw_nvtx i WHERE i.name IN ({}) AND NOT i.mark", ids.value_or(""));
    // A range begun and ended by handles may cross threads, and of two that begin and end at once no one
    // knows which is the outer.
    const std::string twin =
        "(SELECT 1 FROM raw_nvtx x WHERE x.g = i.g AND x.s = i.s AND x.e = i.e AND x.id <> i.id)";
    const bool sure = !raw_.any(meant + " AND NOT i.pushed") &&
                      (!range || !(raw_.any(meant + " AND EXISTS " + twin) ||
                                   raw_.any("raw_nvtx WHERE NOT mark AND NOT pushed")));
    const std::string events =
        range
            ? fmt::format(
                  "SELECT id, g, s, e, name IN ({}) AS m, 1 AS asked FROM raw_nvtx WHERE pushed AND e IS NOT NULL",
                  ids.value_or(""))
            : fmt::format(
                  "SELECT id, g, s, e, 1 AS m, 0 AS asked FROM {} AND e IS NOT NULL UNION ALL SELECT id, g, s, e, 0, 1 FROM raw_call",
                  meant);
    put(ids && sure,
        fmt::format(
            "x.{} IN (SELECT id FROM (SELECT id, e, asked, max(CASE WHEN m THEN e END) OVER (PARTITION BY g ORDER BY s, m "
            "DESC, e DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reach FROM ({})) WHERE asked AND reach >= e)",
            host ? "id" : "call", events));
  }

  RawExport& raw_;
  const AskQuery& q_;
  bool covered_ = true;
  std::string text_;
};

}  // namespace

std::string_view figure_of(Measure measure) {
  static const std::map<Measure, std::string_view> figures = {
      {Measure::duration, "d"},
      {Measure::start, "s"},
      {Measure::end, "e"},
      {Measure::bytes, "cut_bytes"},
      {Measure::bandwidth, "1.0 * cut_bytes / nullif(d, 0)"},
      {Measure::latency, "latency"},
      {Measure::queue, "queue"},
      {Measure::registers, "regs"},
      {Measure::blocks, "blocks"},
      {Measure::block_threads, "threads"},
      {Measure::shared_memory, "smem"}};
  const auto found = figures.find(measure);
  return found == figures.end() ? std::string_view() : found->second;
}

std::string plain_bounds(const AskQuery& q) {
  std::string text = "1";
  for (const Bound& b : q.bounds.value_or(std::vector<Bound>{}))
    for (const auto& [sign, value] : {std::pair(">", b.above), std::pair("<", b.below),
                                      std::pair(">=", b.at_least), std::pair("<=", b.at_most)})
      if (value) text += fmt::format(" AND {} {} {}", figure_of(b.of), sign, *value);
  return text;
}

std::string direction_of(std::string_view column) {
  std::string text = fmt::format("(CASE {}", column);
  for (size_t i = 0; i < kDirections.size(); ++i)
    text += fmt::format(" WHEN {} THEN '{}'", i, kDirections[i]);
  return text + " END)";
}

std::optional<std::string> plain_names(RawExport& raw, std::string_view of, const std::string& name) {
  const std::string wanted = lower(name);
  std::vector<std::string> equal, holding;
  for (const RawName& each : raw.names()) {
    if (each.of != of) continue;
    const std::string full = lower(each.name), brief = lower(each.short_name);
    if (full == wanted || brief == wanted) equal.push_back(each.id);
    if (full.find(wanted) != std::string::npos) holding.push_back(each.id);
    if (of == "kernel" && brief != wanted && full != wanted && lower(qualified(each.name)) == wanted)
      return std::nullopt;
  }
  // A star in a part of a name stands for anything.
  if (equal.empty() && name.find_first_of("*?") != std::string::npos) return std::nullopt;
  return fmt::format("{}", fmt::join(equal.empty() ? holding : equal, ", "));
}

std::string cut_start(const AskQuery& q, std::string_view column) {
  return q.from_ns ? fmt::format("max({}, {})", column, *q.from_ns) : std::string(column);
}

std::string cut_end(const AskQuery& q, std::string_view column) {
  return q.to_ns ? fmt::format("min({}, {})", column, *q.to_ns) : std::string(column);
}

std::string plain_part(RawExport& raw, const AskQuery& q, bool on_gpu) {
  std::string text = "1";
  if (q.process) text += fmt::format(" AND p & 0xFFFFFF = {}", *q.process);
  if (q.gpus) {
    const std::string all = fmt::format("{}", fmt::join(*q.gpus, ", "));
    if (on_gpu)
      text += fmt::format(" AND dev IN ({})", all);
    else if (raw.any(fmt::format("raw_op WHERE dev NOT IN ({})", all)))
      text += fmt::format(" AND p IN (SELECT p FROM raw_op WHERE dev IN ({}))", all);
  }
  if (q.stream) text += fmt::format(" AND st = {}", *q.stream);
  // What has no length lies in the window when its time does; the end of a window does not belong to it.
  if (q.from_ns) text += fmt::format(" AND (e > {0} OR (s = e AND s >= {0}))", *q.from_ns);
  if (q.to_ns) text += fmt::format(" AND s < {}", *q.to_ns);
  if (q.at_ns) text += fmt::format(" AND s <= {0} AND e > {0}", *q.at_ns);
  return text;
}

std::optional<std::string> plain_events(RawExport& raw, const AskQuery& q, bool narrowed) {
  const Thing t = *q.thing;
  if (q.iteration) return std::nullopt;
  const bool on_gpu = t == Thing::kernel || t == Thing::memcpy || t == Thing::memset || t == Thing::graph ||
                      t == Thing::operation;
  const bool nvtx = t == Thing::range || t == Thing::mark || t == Thing::mpi_call;
  if (!on_gpu && !nvtx && t != Thing::call && t != Thing::os_call) return std::nullopt;
  if (t == Thing::mpi_call && raw.has_table("MPI_P2P_EVENTS")) return std::nullopt;
  const bool cut = q.from_ns || q.to_ns;
  // How long an open range is in a window is a matter of taste.
  if (nvtx && (cut || q.at_ns) && raw.any("raw_nvtx WHERE e IS NULL")) return std::nullopt;
  std::string where = plain_part(raw, q, on_gpu);
  if (on_gpu && t != Thing::operation)
    where += fmt::format(" AND kind = '{}'", t == Thing::kernel   ? "kernel"
                                             : t == Thing::memcpy ? "memcpy"
                                             : t == Thing::memset ? "memset"
                                                                  : "graph");
  if (nvtx) where += fmt::format(" AND {}mark", t == Thing::mark ? "" : "NOT ");
  if (t == Thing::mpi_call) where += " AND domain = 'MPI'";
  Conditions conditions(raw, q);
  if (narrowed) {
    const auto inner = conditions.inner();
    if (!inner) return std::nullopt;
    where += *inner;
  } else if (q.thread) {
    where += fmt::format(" AND g & 0xFFFFFF = {}", *q.thread);
  }
  const std::string s = cut_start(q, "s"), e = cut_end(q, "e");
  const std::string d = fmt::format("({} - {})", e, s);
  std::string columns = fmt::format("p, name, s AS whole_s, {} AS s, {} AS e, {} AS d, ", s, e, d);
  if (on_gpu) {
    // The part of the launch call in the window counts.
    const std::string seen =
        fmt::format("cs IS NOT NULL{}{}", q.from_ns ? fmt::format(" AND ce > {}", *q.from_ns) : "",
                    q.to_ns ? fmt::format(" AND cs < {}", *q.to_ns) : "");
    const std::string ce = cut_end(q, "ce");
    columns += fmt::format(
        "dev, ctx, st, NULL AS tid, '' AS domain, copy, "
        "CASE WHEN {0} = e - s OR s = e THEN bytes ELSE CAST(round(bytes * 1.0 * {0} / (e - s)) AS INTEGER) END AS cut_bytes, "
        "CASE WHEN {1} THEN {2} - {3} END AS latency, CASE WHEN {1} AND {2} > {4} THEN {2} - {4} END AS queue, regs, blocks, threads, smem",
        d, seen, s, cut_start(q, "cs"), ce);
  } else {
    columns += fmt::format(
        "NULL AS dev, NULL AS ctx, NULL AS st, g & 0xFFFFFF AS tid, {} AS domain, NULL AS copy, NULL AS cut_bytes",
        nvtx ? "domain" : "''");
  }
  const std::string_view table = on_gpu             ? "raw_op"
                                 : nvtx             ? "raw_nvtx"
                                 : t == Thing::call ? "raw_call"
                                                    : "raw_os";
  std::string sql = fmt::format("SELECT {} FROM {} x WHERE {}", columns, table, where);
  if (narrowed && q.bounds) sql = fmt::format("SELECT * FROM ({}) WHERE {}", sql, plain_bounds(q));
  return sql;
}

}  // namespace nsys_ai::test

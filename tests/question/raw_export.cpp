// What is joined here follows the layout of exports alone: which columns a version has is asked of the file.
#include "tests/question/raw_export.h"

#include <fmt/format.h>

namespace nsys_ai::test {
namespace {

constexpr std::string_view kRuntime = "CUPTI_ACTIVITY_KIND_RUNTIME";

int digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// `cudaMemcpyAsync_ptsz_v7000` is cudaMemcpyAsync.
std::string without_version(std::string name) {
  for (;;) {
    const size_t cut = name.rfind('_');
    if (cut == std::string::npos || cut == 0) return name;
    const std::string last = name.substr(cut + 1);
    const bool version =
        last.size() > 1 && last[0] == 'v' && last.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!version && last != "ptsz" && last != "ptds") return name;
    name.resize(cut);
  }
}

// PyTorch writes the numbers of operators behind what they are.
std::string without_ids(const std::string& label) {
  return label.substr(0, std::min(label.find(", seq = "), label.find(", op_id = ")));
}

}  // namespace

std::string from_hex(std::string_view hex) {
  std::string text;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    text += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  return text;
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 'a' - 'A');
  return small;
}

RawExport::RawExport(const std::string& path) : sql_(path) {
  sql_.execute("PRAGMA temp_store = MEMORY");
  if (!has_table("StringIds"))
    sql_.execute("CREATE TEMP TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT)");
  sql_.execute(
      "CREATE TEMP TABLE raw_text(id INTEGER PRIMARY KEY, of TEXT, name TEXT, short TEXT, UNIQUE(of, name, short))");
  add_calls();
  add_operations();
  add_nvtx();
  add_os_calls();
  add_names();
}

std::vector<std::vector<std::string>> RawExport::rows(const std::string& sql) {
  std::vector<std::vector<std::string>> all;
  // A row has a cell before the others, so that a single empty one is a row too.
  const std::string text = sql_.answer("SELECT 1, * FROM (" + sql + ")");
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::vector<std::string> cells;
    for (size_t from = text.find('|', at) + 1; from <= end;) {
      const size_t to = std::min(text.find('|', from), end);
      cells.push_back(text.substr(from, to - from));
      from = to + 1;
    }
    all.push_back(std::move(cells));
    at = end + 1;
  }
  return all;
}

std::string RawExport::one(const std::string& sql) {
  const auto all = rows(sql);
  return all.empty() ? "" : all[0].at(0);
}

bool RawExport::has_table(std::string_view table) {
  return sql_.answer(fmt::format("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '{}'",
                                 table)) != "0";
}

bool RawExport::has_column(std::string_view table, std::string_view column) {
  return sql_.answer(fmt::format("SELECT count(*) FROM pragma_table_info('{}') WHERE name = '{}'", table,
                                 column)) != "0";
}

std::string RawExport::column(std::string_view table, std::vector<std::string_view> names,
                              std::string_view otherwise) {
  for (const std::string_view name : names)
    if (has_column(table, name)) return fmt::format("{}.\"{}\"", table, name);
  return std::string(otherwise);
}

void RawExport::add_texts(std::string_view of, std::string_view name, std::string_view brief,
                          std::string_view from) {
  sql_.execute(fmt::format("INSERT OR IGNORE INTO raw_text(of, name, short) SELECT DISTINCT '{}', {}, {} {}",
                           of, name, brief, from));
}

void RawExport::add_calls() {
  sql_.execute("CREATE TEMP TABLE raw_call(id INTEGER PRIMARY KEY, p, g, s, e, name, ret, corr)");
  if (!has_table(kRuntime)) return;
  // Classes 0 and 1 are calls; 67 is a second row for one of those, 77 the creation of a node.
  const std::string from = fmt::format("FROM {0} JOIN StringIds n ON n.id = {0}.nameId WHERE {1} IN (0, 1)",
                                       kRuntime, column(kRuntime, {"eventClass"}, "0"));
  add_texts("call", "n.value", "''", from);
  sql_.execute(fmt::format(
      "INSERT INTO raw_call SELECT {0}.rowid, globalTid >> 24, globalTid, start, \"end\", "
      "(SELECT id FROM raw_text WHERE of = 'call' AND name = n.value), {1}, {2} {3}",
      kRuntime, column(kRuntime, {"returnValue"}, "0"), column(kRuntime, {"correlationId"}), from));
  sql_.execute("CREATE INDEX temp.raw_call_by_id ON raw_call(p, corr, s)");
  sql_.execute("CREATE INDEX temp.raw_call_by_place ON raw_call(g, s)");
}

void RawExport::add_operations() {
  sql_.execute(
      "CREATE TEMP TABLE raw_op(kind, p, dev, ctx, st, s, e, name, bytes, copy, src, dst, regs, blocks, threads, smem, "
      "call, cs, ce, cg, cname, corr)");
  const auto add = [&](std::string_view kind, const std::string& table) {
    if (!has_table(table)) return;
    const bool kernel = kind == "kernel";
    const auto text = [&](std::vector<std::string_view> names) {
      return fmt::format("coalesce((SELECT value FROM StringIds WHERE id = {}), '')",
                         column(table, std::move(names)));
    };
    const std::string name = kernel ? text({"demangledName", "shortName"}) : "''";
    const std::string brief = kernel ? text({"shortName", "demangledName"}) : "''";
    const std::string of = "op " + std::string(kind);
    add_texts(of, name, brief, "FROM " + table);
    const auto product = [&](std::string_view x) {
      return kernel ? fmt::format("{0}X * {0}Y * {0}Z", x) : std::string("NULL");
    };
    sql_.execute(fmt::format(
        "INSERT INTO raw_op(kind, p, dev, ctx, st, s, e, name, bytes, copy, src, dst, regs, blocks, threads, smem, corr) "
        "SELECT '{}', coalesce({}, 0) >> 24, {}, {}, {}, start, \"end\", "
        "(SELECT id FROM raw_text WHERE of = '{}' AND name = {} AND short = {}), {}, {}, {}, {}, nullif({}, 0), {}, {}, "
        "{} + {}, nullif({}, 0) FROM {}",
        kind, column(table, {"globalPid", "globalTid"}), column(table, {"deviceId"}, "0"),
        column(table, {"contextId"}, "0"), column(table, {"streamId"}, "0"), of, name, brief,
        column(table, {"bytes"}), column(table, {"copyKind"}), column(table, {"srcKind"}),
        column(table, {"dstKind"}), column(table, {"registersPerThread"}), product("grid"), product("block"),
        column(table, {"staticSharedMemory"}), column(table, {"dynamicSharedMemory"}),
        column(table, {"correlationId"}), table));
  };
  add("kernel", has_table("CUPTI_ACTIVITY_KIND_KERNEL") ? "CUPTI_ACTIVITY_KIND_KERNEL"
                                                        : "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL");
  add("memcpy", "CUPTI_ACTIVITY_KIND_MEMCPY");
  add("memset", "CUPTI_ACTIVITY_KIND_MEMSET");
  add("graph", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
  sql_.execute(
      "UPDATE raw_op SET call = (SELECT id FROM raw_call c WHERE c.p = raw_op.p AND c.corr = raw_op.corr ORDER BY c.s, c.id LIMIT 1)");
  sql_.execute(
      "UPDATE raw_op SET (cs, ce, cg, cname) = (SELECT s, e, g, name FROM raw_call WHERE id = raw_op.call)");
}

void RawExport::add_nvtx() {
  sql_.execute("CREATE TEMP TABLE raw_nvtx(id INTEGER PRIMARY KEY, p, g, pushed, mark, s, e, name, domain)");
  if (!has_table("NVTX_EVENTS")) return;
  const std::string text = fmt::format("coalesce(n.text, (SELECT value FROM StringIds WHERE id = {}), '')",
                                       has_column("NVTX_EVENTS", "textId") ? "n.textId" : "NULL");
  const std::string domain = has_column("NVTX_EVENTS", "domainId") ? "domainId" : "0";
  const std::string from = "FROM NVTX_EVENTS n WHERE n.eventType IN (34, 59, 60, 70, 71)";
  add_texts("nvtx", text, "''", from);
  sql_.execute(fmt::format(
      "CREATE TEMP TABLE raw_domain AS SELECT globalTid >> 24 AS p, {} AS domain, text FROM NVTX_EVENTS WHERE eventType = 75",
      domain));
  sql_.execute(fmt::format(
      "INSERT INTO raw_nvtx SELECT n.rowid, n.globalTid >> 24, n.globalTid, n.eventType IN (59, 70), n.eventType = 34, n.start, "
      "CASE WHEN n.eventType = 34 THEN n.start ELSE n.\"end\" END, (SELECT id FROM raw_text WHERE of = 'nvtx' AND name = {0}), "
      "coalesce((SELECT d.text FROM raw_domain d WHERE d.domain = n.{1} AND d.p = n.globalTid >> 24), '') {2}",
      text, domain, from));
  sql_.execute("CREATE INDEX temp.raw_nvtx_by_place ON raw_nvtx(g, s, e)");
}

void RawExport::add_os_calls() {
  sql_.execute("CREATE TEMP TABLE raw_os(p, g, s, e, name)");
  if (!has_table("OSRT_API")) return;
  const std::string from =
      fmt::format("FROM OSRT_API JOIN StringIds n ON n.id = OSRT_API.nameId WHERE {} = 27",
                  column("OSRT_API", {"eventClass"}, "27"));
  add_texts("os", "n.value", "''", from);
  sql_.execute(fmt::format(
      "INSERT INTO raw_os SELECT globalTid >> 24, globalTid, start, \"end\", (SELECT id FROM raw_text WHERE of = 'os' AND name = n.value) {}",
      from));
}

void RawExport::add_names() {
  for (const auto& row : rows("SELECT id, replace(of, 'op ', ''), hex(name), hex(short) FROM raw_text")) {
    const std::string name = from_hex(row[2]);
    names_.push_back({row[0], row[1], name,
                      row[1] == "call"   ? without_version(name)
                      : row[1] == "nvtx" ? without_ids(name)
                      : row[1] == "os"   ? name
                                         : from_hex(row[3])});
  }
  sql_.execute("CREATE TEMP TABLE raw_name(id INTEGER PRIMARY KEY, of TEXT, name TEXT, short TEXT)");
  for (const RawName& name : names_)
    sql_.insert("raw_name", {std::stoll(name.id), name.of, name.name, name.short_name});
}

}  // namespace nsys_ai::test

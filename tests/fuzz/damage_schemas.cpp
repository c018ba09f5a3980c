// Schemas that lie: tables that are views, roots that belong to others, declarations that are no SQL.
#include <fmt/format.h>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {
namespace {

constexpr const char* kTables[] = {"CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS", "StringIds"};

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// The row of the schema of one table changed, without SQLite looking at what comes of it.
std::string changed(const std::string& set, const std::string& table) {
  return edited(plain(), fmt::format("PRAGMA writable_schema = ON; UPDATE sqlite_master SET {} WHERE name = "
                                     "'{}'",
                                     set, table))
      .bytes;
}

void make_masquerading(const Take& take, const std::string& table) {
  const auto impostor = [&](const std::string& name, const std::string& statement) {
    take({fmt::format("{}_is_{}", table, name),
          edited(plain(), fmt::format("ALTER TABLE {0} RENAME TO hidden; {1}", table, statement)).bytes,
          Must::load});
  };
  impostor("a_view", fmt::format("CREATE VIEW {} AS SELECT * FROM hidden", table));
  impostor("an_endless_view",
           fmt::format("CREATE VIEW {} AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL SELECT start + 1 "
                       "FROM n) SELECT * FROM n",
                       table));
  impostor("a_view_of_itself", fmt::format("CREATE VIEW {0} AS SELECT * FROM {0}", table));
  impostor("a_view_that_reads_files",
           fmt::format("CREATE VIEW {} AS SELECT load_extension('nothing'), readfile('nothing')", table));
  impostor("a_virtual_table", fmt::format("CREATE VIRTUAL TABLE {} USING rtree(id, start, end)", table));
  impostor("an_index",
           fmt::format("CREATE INDEX {} ON hidden({})", table, table == "StringIds" ? "value" : "start"));
}

void make_wrong_roots(const Take& take, const std::string& table) {
  const auto& roots = plain().roots;
  for (const std::string root :
       {"0", "1", "-1", "2.5", "NULL", "'text'", "x'00'", "99999", "4294967297", "9223372036854775807"})
    take({fmt::format("{}_root_{}", table, root), changed("rootpage = " + root, table)});
  for (const char* other : {"CUPTI_ACTIVITY_KIND_RUNTIME", "PROCESSES", "StringIds"})
    take({fmt::format("{}_root_of_{}", table, other),
          changed(fmt::format("rootpage = {}", roots.at(other)), table)});
}

void make_wrong_declarations(const Take& take, const std::string& table) {
  const auto declared = [&](const std::string& name, const std::string& sql) {
    take({fmt::format("{}_declared_{}", table, name), changed("sql = " + sql, table)});
  };
  declared("null", "NULL");
  declared("empty", "''");
  declared("number", "5");
  declared("blob", "x'00ff00ff'");
  declared("no_sql", "'CREATE TABLE'");
  declared("open_bracket", "'CREATE TABLE t(a, b'");
  declared("open_quote", "'CREATE TABLE \"t(a, b)'");
  declared("open_comment", "'CREATE TABLE t /* (a, b)'");
  declared("index", "'CREATE INDEX t ON StringIds(id)'");
  declared("view", "'CREATE VIEW t AS SELECT 1'");
  declared("select", "'CREATE TABLE t AS SELECT * FROM sqlite_master'");
  declared("drop", "'DROP TABLE StringIds'");
  declared("as_another", "'CREATE TABLE other(start, end, value, id)'");
  declared("one_column", fmt::format("'CREATE TABLE {}(start)'", table));
  declared("columns_twice", fmt::format("'CREATE TABLE {}(start, START, \"start\", end, end)'", table));
  declared("many_columns", fmt::format("'CREATE TABLE {}(start{})'", table, [] {
             std::string columns;
             for (int i = 0; i < 1900; ++i) columns += fmt::format(", c{}", i);
             return columns;
           }()));
  declared("too_many_columns",
           fmt::format("'CREATE TABLE {}(start{})'", table, repeated(", c INTEGER", 70000)));
  declared("nested", fmt::format("'CREATE TABLE {}(start CHECK ({}1{}), end)'", table, repeated("(", 5000),
                                 repeated(")", 5000)));
  declared("nested_defaults",
           fmt::format("'CREATE TABLE {}(start, end DEFAULT {}1)'", table, repeated("- ", 30000)));
  declared("without_rowid", fmt::format("sql || ' WITHOUT ROWID'"));
  declared("with_nul", "replace(sql, 'start', 'sta' || char(0) || 'rt')");
  declared("no_utf8", "CAST(x'435245415445205441424c45ff28fe29' AS TEXT)");
}

}  // namespace

void make_schemas(const Take& take) {
  for (const char* table : kTables) {
    make_masquerading(take, table);
    make_wrong_roots(take, table);
    make_wrong_declarations(take, table);
    for (const char* type : {"view", "index", "trigger", "", "TABLE", "t"})
      take({fmt::format("{}_of_type_{}", table, type), changed(fmt::format("type = '{}'", type), table)});
    for (const char* name : {"NULL", "''", "'sqlite_stat1'", "'sqlite_sequence'", "char(0)", "x'ff'",
                             "'a\"b;--'", "'CUPTI_ACTIVITY_KIND_MEMCPY'", "upper(name)"})
      take({fmt::format("{}_named_{}", table, name), changed(fmt::format("name = {}", name), table)});
    take({fmt::format("{}_twice", table),
          edited(plain(), fmt::format("PRAGMA writable_schema = ON; INSERT INTO sqlite_master SELECT * FROM "
                                      "sqlite_master WHERE name = '{}'",
                                      table))
              .bytes});
    take({fmt::format("{}_has_versions", table),
          edited(plain(), fmt::format("CREATE TABLE {0}_V2 AS SELECT * FROM {0} LIMIT 3; CREATE TABLE "
                                      "{0}_V99999999999(x); CREATE TABLE {0}_V3(x)",
                                      table))
              .bytes,
          Must::load});
  }
  take({"ten_thousand_tables",
        edited(plain(),
               [] {
                 std::string sql = "BEGIN;";
                 for (int i = 0; i < 10000; ++i) sql += fmt::format("CREATE TABLE t{}(a);", i);
                 return sql + "COMMIT";
               }())
            .bytes,
        Must::load});
  take({"rows_of_nulls",
        edited(plain(),
               "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES (NULL, NULL, NULL, NULL, NULL)")
            .bytes});
  take({"statistics_lie",
        edited(plain(),
               "ANALYZE; UPDATE sqlite_stat1 SET stat = '9223372036854775807 9223372036854775807'; INSERT "
               "INTO sqlite_stat1 SELECT name, NULL, '99999999999999999999' FROM sqlite_master")
            .bytes,
        Must::load});
}

}  // namespace nsys_ai::fuzz

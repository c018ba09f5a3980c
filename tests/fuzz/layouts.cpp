// Files that are whole and unusual: other page sizes, encodings and shapes of tables. Nothing may be lost.
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/seed.h"
#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::fuzz {
namespace {

constexpr const char* kKernels = "CUPTI_ACTIVITY_KIND_KERNEL";

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// The table made again under a declaration that is changed by `change`, with the same rows in the same order.
// The numbers of the rows go into the column `key`, where one is named.
template <class Change>
Seed redeclared(const std::string& table, const std::string& key, Change change) {
  const Seed& seed = plain();
  const std::string columns =
      answer(seed, "SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_info('" + table + "')");
  std::string declaration = answer(seed, "SELECT sql FROM sqlite_master WHERE name = '" + table + "'");
  change(declaration);
  const std::string into = key.empty() ? columns : key + ", " + columns;
  const std::string from = key.empty() ? columns : "rowid, " + columns;
  return edited(seed, "ALTER TABLE " + table + " RENAME TO moved; " + declaration + "; INSERT INTO \"" +
                          table + "\"(" + into + ") SELECT " + from + " FROM moved ORDER BY rowid; " +
                          "DROP TABLE moved");
}

// A database without tables that was begun with these pragmas.
std::string begun_with(const std::string& pragmas) {
  return edited(Seed{}, pragmas + "; PRAGMA user_version = 1; VACUUM").bytes;
}

std::string begun_with_reserved(size_t reserved) {
  Pages pages(begun_with("PRAGMA page_size = 1024"));
  pages.put(kReserved, 1, reserved);
  pages.put(kHeaderEnd + kContentStart, 2, pages.page_size() - reserved);
  return pages.take();
}

void make_files(const Take& take) {
  for (const int size : {512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
    const std::string pragma = "PRAGMA page_size = " + std::to_string(size) + "; VACUUM";
    take({"page_size_" + std::to_string(size), edited(plain(), pragma).bytes, Must::report_the_same});
  }
  for (const char* mode : {"FULL", "INCREMENTAL"})
    take({std::string("auto_vacuum_") + mode,
          edited(plain(), std::string("PRAGMA auto_vacuum = ") + mode + "; VACUUM").bytes,
          Must::report_the_same});
  for (const char* encoding : {"UTF-8", "UTF-16le", "UTF-16be"}) {
    const std::string empty = begun_with(std::string("PRAGMA encoding = '") + encoding + "'");
    take({std::string("encoding_") + encoding, copied_into(empty, plain()).bytes, Must::report_the_same});
  }
  for (const unsigned reserved : {1u, 8u, 32u})
    take({"reserved_bytes_" + std::to_string(reserved),
          copied_into(begun_with_reserved(reserved), plain()).bytes, Must::report_the_same});
  Pages wal(plain().bytes);
  wal.put(kWriteVersion, 1, 2);
  wal.put(kReadVersion, 1, 2);
  take({"wal_mode_in_header", wal.take(), Must::report_the_same});
  // Rows so long that each has a page of its own.
  take({"trees_of_three_levels",
        edited(plain(),
               "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET tensorSizeMinusOneElements = hex(zeroblob(170)); "
               "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET callchainId = hex(zeroblob(210)); "
               "UPDATE NVTX_EVENTS SET jsonText = hex(zeroblob(190)); PRAGMA page_size = 512; VACUUM")
            .bytes,
        Must::report_the_same});
  take({"rows_on_overflow_pages",
        edited(plain(),
               "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET greenContextId = hex(zeroblob(700)); "
               "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET callchainId = hex(zeroblob(2000)); "
               "UPDATE NVTX_EVENTS SET rangeId = hex(zeroblob(300)); PRAGMA page_size = 512; VACUUM")
            .bytes,
        Must::report_the_same});
  take({"free_pages",
        edited(plain(), "CREATE TABLE gone AS SELECT * FROM NVTX_EVENTS; DROP TABLE gone").bytes,
        Must::report_the_same});
  take(
      {"free_blocks",
       edited(plain(), std::string("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM "
                                   "CUPTI_ACTIVITY_KIND_KERNEL; DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE "
                                   "rowid > (SELECT max(rowid) / 2 FROM CUPTI_ACTIVITY_KIND_KERNEL)"))
           .bytes,
       Must::report_the_same});
  for (const std::string& version : sketch::versions())
    take({"version_" + version, of_version(version).bytes, Must::load});
}

void make_defaults(const Take& take) {
  for (const char* value : {"7", "'7'", "7.0", "0x7", "+7", "'007'", "7e0"}) {
    const std::string table(kKernels);
    take({std::string("short_records_default_") + value,
          edited(plain(), "ALTER TABLE " + table + " DROP COLUMN streamId; ALTER TABLE " + table +
                              " ADD COLUMN streamId INTEGER NOT NULL DEFAULT " + value)
              .bytes,
          Must::report_the_same});
  }
  take(
      {"short_records_default_text",
       edited(
           plain(),
           "ALTER TABLE NVTX_EVENTS DROP COLUMN text; ALTER TABLE NVTX_EVENTS ADD COLUMN text TEXT NOT NULL DEFAULT 'it''s a default'")
           .bytes,
       Must::load});
  take({"short_records_default_null",
        edited(plain(),
               "ALTER TABLE NVTX_EVENTS DROP COLUMN end; ALTER TABLE NVTX_EVENTS ADD COLUMN end INTEGER")
            .bytes,
        Must::load});
  // More columns in the records than the table declares: the surplus is ignored.
  take({"long_records",
        edited(plain(),
               "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMSET ADD COLUMN extra INTEGER; UPDATE "
               "CUPTI_ACTIVITY_KIND_MEMSET SET extra = 5; PRAGMA writable_schema = ON; UPDATE sqlite_master "
               "SET sql = replace(sql, ', extra INTEGER', '') WHERE name = 'CUPTI_ACTIVITY_KIND_MEMSET'")
            .bytes,
        Must::report_the_same});
}

void make_declarations(const Take& take) {
  const auto first = [](const char* text) {
    return [text](std::string& sql) { sql.insert(sql.find('(') + 1, text); };
  };
  for (const std::string& table : event_tables()) {
    if (table == "StringIds") continue;
    take({"rowid_alias_" + table, redeclared(table, "rowid", first("id INTEGER PRIMARY KEY, ")).bytes,
          Must::report_the_same});
    take({"generated_virtual_" + table,
          redeclared(table, "rowid", first("g0 INTEGER GENERATED ALWAYS AS (1 + 1) VIRTUAL, ")).bytes,
          Must::report_the_same});
    take({"generated_stored_" + table,
          redeclared(table, "rowid", first("g0 INTEGER AS (1 + 1) STORED, ")).bytes, Must::report_the_same});
    take({"untyped_" + table,
          redeclared(table, "rowid",
                     [](std::string& sql) {
                       replace_all(sql, " INTEGER", " ");
                       replace_all(sql, " TEXT", " ");
                     })
              .bytes,
          Must::report_the_same});
    take({"strict_" + table, redeclared(table, "rowid", [](std::string& sql) { sql += " STRICT"; }).bytes,
          Must::report_the_same});
    take({"commented_" + table,
          redeclared(table, "rowid",
                     [](std::string& sql) {
                       replace_all(sql, ", ", " /* ), ( */ ,\n -- ,,\n ");
                       replace_all(sql, "start ", "[START] ");
                     })
              .bytes,
          Must::report_the_same});
    take({"checked_" + table,
          redeclared(table, "rowid",
                     [](std::string& sql) {
                       replace_all(
                           sql, "start INTEGER",
                           "`start` INTEGER CHECK (start IN (start, 1)) DEFAULT (abs(1)) COLLATE nocase");
                     })
              .bytes,
          Must::report_the_same});
    take({"real_columns_" + table,
          redeclared(table, "rowid", [](std::string& sql) { replace_all(sql, "end INTEGER", "end REAL"); })
              .bytes,
          Must::report_the_same});
  }
}

// Declarations of other tools, and keys that are not Nsight's.
void make_foreign_declarations(const Take& take) {
  const auto first = [](const char* text) {
    return [text](std::string& sql) { sql.insert(sql.find('(') + 1, text); };
  };
  for (const std::string& table : event_tables()) {
    if (table == "StringIds") continue;
    take({"index_on_" + table, edited(plain(), "CREATE INDEX theirs ON " + table + "(start, end)").bytes,
          Must::report_the_same});
    take({"trigger_on_" + table,
          edited(plain(),
                 "CREATE TRIGGER theirs AFTER INSERT ON " + table + " BEGIN DELETE FROM StringIds; END")
              .bytes,
          Must::report_the_same});
    take({"descending_key_" + table, redeclared(table, "rowid", first("id INTEGER PRIMARY KEY DESC, ")).bytes,
          Must::report_the_same});
    take({"without_rowid_" + table,
          redeclared(table, "number",
                     [](std::string& sql) {
                       sql.insert(sql.find('(') + 1, "number INTEGER PRIMARY KEY, ");
                       sql += " WITHOUT ROWID";
                     })
              .bytes,
          Must::report_the_same});
  }
  take({"start_is_the_rowid",
        redeclared("CUPTI_ACTIVITY_KIND_MEMSET", "",
                   [](std::string& sql) {
                     replace_all(sql, "start INTEGER NOT NULL", "start INTEGER NOT NULL PRIMARY KEY");
                   })
            .bytes,
        Must::report_the_same_rows});
  take({"strings_without_rowid",
        redeclared("StringIds", "", [](std::string& sql) { sql += " WITHOUT ROWID"; }).bytes,
        Must::report_the_same});
  take({"strings_keyed_otherwise",
        redeclared("StringIds", "",
                   [](std::string& sql) {
                     replace_all(sql, "NOT NULL PRIMARY KEY", "NOT NULL");
                     sql.insert(sql.rfind(')'), ", PRIMARY KEY (id DESC)");
                   })
            .bytes,
        Must::report_the_same});
  take({"strings_swapped",
        redeclared(
            "StringIds", "",
            [](std::string& sql) {
              sql = "CREATE TABLE StringIds (value TEXT NOT NULL, junk BLOB, id INTEGER, PRIMARY KEY (id))";
            })
            .bytes,
        Must::report_the_same});
  take({"other_tables",
        edited(plain(),
               "CREATE TABLE _theirs(a, b); INSERT INTO _theirs VALUES (1, 2); CREATE TABLE \"a \"\" b\"(c); "
               "CREATE VIEW seen AS SELECT * FROM StringIds; CREATE TABLE keyed(a PRIMARY KEY, b UNIQUE)")
            .bytes,
        Must::report_the_same});
}

}  // namespace

void make_layouts(const Take& take) {
  make_files(take);
  make_defaults(take);
  make_declarations(take);
  make_foreign_declarations(take);
}

}  // namespace nsys_ai::fuzz

// Whole b-trees with hostile rows: wrong types in every column, NULL where none belongs, extreme values,
// ids twice, names that are missing, crowds.
#include <fmt/format.h>

#include <sstream>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {
namespace {

struct Value {
  const char* name;
  const char* sql;
};

const std::vector<Value>& values() {
  static const std::vector<Value> values = {
      {"null", "NULL"},
      {"text", "'soon'"},
      {"blob", "x'00ff80'"},
      {"fraction", "0.5"},
      {"infinity", "-9e999"},
      {"minus_one", "-1"},
      {"least", "-9223372036854775808"},
      {"most", "9223372036854775807"},
  };
  return values;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> columns_of(const std::string& table) {
  return lines_of(answer(loose(), "SELECT name FROM pragma_table_info('" + table + "')"));
}

Sample sample(const std::string& name, const std::string& sql, Must must = Must::load) {
  return {name, edited(loose(), sql).bytes, must};
}

// Rows that count, as a table `n(i)` of a statement.
std::string counting(int64_t rows) {
  return fmt::format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) ", rows);
}

std::string kernels(int64_t rows, const std::string& start, const std::string& end, const std::string& stream,
                    const std::string& name, const std::string& process) {
  return counting(rows) +
         fmt::format(
             "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, "
             "correlationId, globalPid, demangledName, shortName, gridX, blockX) "
             "SELECT {}, {}, 0, 1, {}, i, {}, {}, {}, i, 1 FROM n;",
             start, end, stream, process, name, name);
}

std::string ranges(int64_t rows, const std::string& start, const std::string& end, const std::string& type) {
  return counting(rows) + fmt::format(
                              "INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId) "
                              "SELECT {}, {}, {}, 'r' || i, 3355443200, 0 FROM n;",
                              start, end, type);
}

std::string calls(int64_t rows, const std::string& start, const std::string& end) {
  return counting(rows) +
         fmt::format(
             "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, globalTid, "
             "correlationId, nameId, returnValue) SELECT {}, {}, 0, 3355443200, i, 1, 0 FROM n;",
             start, end);
}

// Amounts whose sums leave 64 bits, though each can be held.
void make_large_sums(const Take& take) {
  const std::string longest = "9007199254740991";
  const std::string process = "3355443200";
  take(sample("kernels_that_last_longest", kernels(3000, "i", "i + " + longest, "i % 3", "1", process)));
  take(sample("kernels_at_both_ends_of_time",
              kernels(100, "(i % 2 * 2 - 1) * 2305843009213690000",
                      "(i % 2 * 2 - 1) * 2305843009213690000 + i", "i % 3", "1", process)));
  take(sample("ranges_that_last_longest",
              ranges(3000, "i", "i + " + longest, "59") + calls(3000, "i", "i + " + longest)));
  for (const char* table : {"CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET"}) {
    const std::string update = std::string("UPDATE ") + table + " SET bytes = ";
    take(sample(std::string(table) + "_of_all_bytes", update + "9223372036854775807"));
    take(sample(std::string(table) + "_of_less_than_nothing", update + "-9223372036854775808"));
    take(sample(std::string(table) + "_of_all_bytes_without_length",
                update + "9223372036854775807, end = start"));
    take(sample(std::string(table) + "_of_all_bytes_that_last_longest",
                update + "9223372036854775807, end = start + " + longest));
  }
  take(sample("gpu_beyond_measure",
              "UPDATE TARGET_INFO_GPU SET memoryBandwidth = 9223372036854775807, smCount = -1, "
              "totalMemory = -9223372036854775808, computeMajor = 9223372036854775807"));
  take(
      sample("clock_beyond_measure",
             "UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = 9223372036854775807; "
             "UPDATE ANALYSIS_DETAILS SET duration = -9223372036854775808, startTime = 9223372036854775807"));
}

void make_odd_strings(const Take& take) {
  take(sample("no_strings", "DELETE FROM StringIds"));
  take(sample("no_string_table", "DROP TABLE StringIds"));
  take(sample("strings_null", "UPDATE StringIds SET value = NULL"));
  take(sample("strings_are_blobs", "UPDATE StringIds SET value = CAST(value AS BLOB)"));
  take(sample("strings_are_numbers", "UPDATE StringIds SET value = id * 1e300"));
  take(
      sample("strings_are_one_megabyte", "UPDATE StringIds SET value = hex(zeroblob(500000)) WHERE id < 20"));
  take(sample("strings_are_no_utf8", "UPDATE StringIds SET value = CAST(x'ff00c080eda080f8' AS TEXT)"));
  take(sample("strings_act_on_terminals",
              "UPDATE StringIds SET value = char(27) || '[2J' || char(7, 10, 13, 0, 155, 8238) || value"));
  take(sample("strings_twice",
              "CREATE TABLE s AS SELECT * FROM StringIds; DROP TABLE StringIds; ALTER TABLE s RENAME TO "
              "StringIds; INSERT INTO StringIds SELECT id, 'other ' || value FROM StringIds"));
  take(sample("names_again_without_texts",
              "CREATE TABLE s AS SELECT * FROM StringIds; DROP TABLE StringIds; ALTER TABLE s RENAME TO "
              "StringIds; INSERT INTO StringIds SELECT id, NULL FROM StringIds"));
  take(sample("names_nested",
              "UPDATE StringIds SET value = replace(hex(zeroblob(20000)), '0', '<') || "
              "replace(hex(zeroblob(20000)), '0', '(')"));
  take(sample("correlations_all_one",
              "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET correlationId = 1; UPDATE CUPTI_ACTIVITY_KIND_KERNEL "
              "SET correlationId = 1"));
  take(sample("rows_twice",
              "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL; INSERT INTO "
              "NVTX_EVENTS SELECT * FROM NVTX_EVENTS"));
}

}  // namespace

void make_values(const Take& take) {
  for (const char* table : {"ANALYSIS_DETAILS", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                            "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "META_DATA_EXPORT",
                            "NVTX_EVENTS", "PROCESSES", "StringIds", "TARGET_INFO_CUDA_DEVICE",
                            "TARGET_INFO_GPU", "TARGET_INFO_SESSION_START_TIME", "ThreadNames"})
    for (const std::string& column : columns_of(table))
      for (const Value& value : values()) {
        // A rowid can be no other type, and a NULL there is a number.
        if (std::string(table) == "StringIds" && column == "id") continue;
        take(sample(fmt::format("{}_{}_{}", table, column, value.name),
                    fmt::format("UPDATE {} SET \"{}\" = {}", table, column, value.sql)));
      }
}

void make_rows(const Take& take) {
  for (const std::string& table : event_tables())
    for (const Value& value : values()) {
      std::string sets;
      for (const std::string& column : columns_of(table))
        if (column != "id") sets += fmt::format("{}\"{}\" = {}", sets.empty() ? "" : ", ", column, value.sql);
      take(sample(fmt::format("{}_all_columns_{}", table, value.name),
                  fmt::format("UPDATE {} SET {}", table, sets)));
    }
  for (const std::string& table : event_tables())
    take(sample("without_rows_" + table, "DELETE FROM " + table));
  for (const std::string& table : event_tables()) take(sample("without_" + table, "DROP TABLE " + table));
  make_large_sums(take);
  make_odd_strings(take);
}

void make_crowds(const Take& take) {
  const std::string process = "3355443200";
  constexpr int64_t kMany = 12000;
  take(sample("kernels_at_once", kernels(kMany, "1000", "2000", "7", "1", process)));
  take(sample("kernels_each_longer", kernels(kMany, "i", "1000000 + i", "7", "1", process)));
  take(sample("kernels_without_length", kernels(kMany, "5", "5", "7", "1", process)));
  take(sample("kernels_each_on_its_stream", kernels(kMany, "i", "i + 5", "i", "1", process)));
  take(sample("kernels_each_of_its_process", kernels(kMany, "i", "i + 5", "7", "1", "i << 24")));
  take(sample("kernels_each_of_its_name",
              counting(kMany) + "INSERT OR REPLACE INTO StringIds SELECT 100000 + i, 'k' || i FROM n;" +
                  kernels(kMany, "i * 10", "i * 10 + 5", "7", "100000 + i", process)));
  take(sample("ranges_nested", ranges(kMany, "i", "1000000 - i", "59") + calls(kMany, "i", "i + 2")));
  take(sample("ranges_at_once", ranges(kMany, "1", "1000000", "59") + calls(kMany, "i", "i + 2")));
  take(sample("ranges_shifted",
              ranges(kMany, "i", "1000000 + i", "60") + calls(kMany, "i", "1000000 + i + 1")));
  // Each call outlasts all ranges that are open when it begins.
  take(sample("calls_longer_than_ranges",
              ranges(kMany, "i", "1000000 - i", "60") + calls(kMany, "20000 + i", "2000000 + i")));
  take(sample("ranges_open", ranges(kMany, "i", "NULL", "59")));
  take(sample("ranges_open_and_crossing", ranges(kMany, "i", "NULL", "60") + calls(kMany, "i", "i + 2")));
  take(sample("marks_at_once", ranges(kMany, "7", "NULL", "34")));
}

}  // namespace nsys_ai::fuzz

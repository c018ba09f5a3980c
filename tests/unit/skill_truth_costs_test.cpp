// Skills about what threads spend on allocating, loading and the operating system, and on starving the GPU:
// equal to plain SQL with unions by hand, and to what the vendor's tools print.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kCostlyCalls = "CUPTI_ACTIVITY_KIND_RUNTIME";

struct Cost {
  int64_t calls = 0;
  int64_t total = 0;
  friend bool operator==(const Cost&, const Cost&) = default;
};
void PrintTo(const Cost& cost, std::ostream* out) { *out << cost.calls << " calls, " << cost.total << " ns"; }

// How often, and the union of the times: rows are key, name, start and end, by start.
std::map<std::string, Cost> costs(const std::string& rows) {
  std::map<std::string, Cost> all;
  std::map<std::string, int64_t> covered;
  for (const auto& row : table_of(rows)) {
    const std::string key = row[0] + "/" + bare_call(row[1]);
    const int64_t end = std::stoll(row[3]);
    const int64_t from =
        std::max<int64_t>(std::stoll(row[2]), covered.contains(key) ? covered[key] : INT64_MIN);
    ++all[key].calls;
    all[key].total += std::max<int64_t>(end - from, 0);
    covered[key] = std::max(end, from);
  }
  return all;
}

class CostTruth : public SkillTruth {
 protected:
  std::string calls_like(const std::string& key, const std::string& names) {
    return capture.ask(
        "SELECT " + key +
        ", value, start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds ON StringIds.id = "
        "nameId WHERE eventClass NOT IN (67, 77) AND (" +
        names + ") ORDER BY start");
  }
};

TEST_P(CostTruth, AllocationsArePlainSql) {
  if (!has_rows(kCostlyCalls) || !capture.has(kCostlyCalls, "eventClass")) GTEST_SKIP() << "no calls";
  const auto wanted = costs(calls_like(
      "((globalTid >> 24) & 0xFFFFFF) || '/' || (globalTid & 0xFFFFFF)",
      "value LIKE 'cudaMalloc%' OR value LIKE 'cuda%Free%' OR value LIKE 'cudaHost%Alloc%' OR value LIKE 'cudaHost%egister%' OR value LIKE 'cuMemAlloc%' OR value LIKE 'cuMemFree%' OR value LIKE 'cuMemHost%' OR value LIKE 'cuMemCreate%' OR value LIKE 'cuMemRelease%'"));
  std::map<std::string, Cost> got;
  for (const Record& row : records(ask_all(profile(), "allocation_cost"))) {
    got[row.at("pid") + "/" + row.at("tid") + "/" + row.at("api")] = {std::stoll(row.at("calls")),
                                                                      std::stoll(row.at("total_ns"))};
    EXPECT_LE(std::stoll(row.at("drained_calls")), std::stoll(row.at("calls")));
    EXPECT_EQ(row.at("bytes"), "");
  }
  EXPECT_EQ(got, wanted);
}

TEST_P(CostTruth, LoadingOfCodeIsPlainSql) {
  if (!has_rows(kCostlyCalls) || !capture.has(kCostlyCalls, "eventClass")) GTEST_SKIP() << "no calls";
  const auto wanted = costs(calls_like(
      "(globalTid >> 24) & 0xFFFFFF",
      "value LIKE 'cuModuleLoad%' OR value LIKE 'cuLibraryLoad%' OR value LIKE 'cudaLibraryLoad%' OR value LIKE 'cuLinkC%' OR value LIKE 'cuLinkA%'"));
  std::map<std::string, Cost> got;
  for (const Record& row : records(ask_all(profile(), "module_loading")))
    if (row.at("api") != "(first launches)")
      got[row.at("pid") + "/" + row.at("api")] = {std::stoll(row.at("calls")),
                                                  std::stoll(row.at("total_ns"))};
  EXPECT_EQ(got, wanted);
}

TEST_P(CostTruth, OsCallsArePlainSqlAndTheVendors) {
  if (!capture.has("OSRT_API")) GTEST_SKIP() << "no calls of the operating system";
  std::map<std::string, std::pair<Cost, int64_t>> wanted;
  for (const auto& row :
       table_of(capture.ask("SELECT (globalTid >> 24) & 0xFFFFFF, value, count(*), sum(end - start), max(end "
                            "- start) FROM OSRT_API "
                            "JOIN StringIds ON StringIds.id = nameId WHERE eventClass = 27 GROUP BY 1, 2")))
    wanted[row[0] + "/" + row[1]] = {{std::stoll(row[2]), std::stoll(row[3])}, std::stoll(row[4])};
  std::map<std::string, std::pair<Cost, int64_t>> got;
  std::map<std::string, Cost> by_name;
  for (const Record& row : records(ask_all(profile(), "os_runtime"))) {
    const Cost cost{std::stoll(row.at("calls")), std::stoll(row.at("total_ns"))};
    got[row.at("pid") + "/" + row.at("name")] = {cost, std::stoll(row.at("max_ns"))};
    by_name[row.at("name")].calls += cost.calls;
    by_name[row.at("name")].total += cost.total;
  }
  EXPECT_EQ(got, wanted);
  const auto vendor = oracle(GetParam(), "osrtsum");
  if (!vendor) return;
  std::map<std::string, Cost> printed;
  for (const Record& row : *vendor)
    printed[row.at("Name")] = {std::stoll(row.at("Num Calls")), std::stoll(row.at("Total Time (ns)"))};
  EXPECT_EQ(by_name, printed);
}

// Operations in order of time by process and device, each with the call that launched it.
TEST_P(CostTruth, PipelinesAreThoseOfASweepOverPlainSql) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL") || !has_rows(kCostlyCalls))
    GTEST_SKIP() << "no kernels and calls";
  if (!capture.has(kCostlyCalls, "eventClass")) GTEST_SKIP() << "calls without classes";
  if (GetParam() == "synth_rules") GTEST_SKIP() << "kernels of a graph share a call";
  std::string sql =
      "WITH calls AS (SELECT globalTid >> 24 AS process, correlationId AS id, globalTid & 0xFFFFFF AS tid, "
      "start AS "
      "c0, end AS c1, min(eventClass) FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass NOT IN (67, 77) "
      "GROUP BY 1, "
      "2), operations AS (";
  for (const char* table : {"KERNEL", "MEMCPY", "MEMSET"}) {
    const std::string name = std::string("CUPTI_ACTIVITY_KIND_") + table;
    if (!capture.has(name)) continue;
    sql += (sql.ends_with('(') ? "" : " UNION ALL ") + std::string("SELECT '") + table +
           "' AS kind, globalPid >> 24 AS process, deviceId, start, end, correlationId AS id FROM " + name;
  }
  sql +=
      ") SELECT o.process & 0xFFFFFF, deviceId, kind, start, end, tid, c0, c1 FROM operations o LEFT JOIN "
      "calls c "
      "ON c.process = o.process AND c.id = o.id ORDER BY o.process, deviceId, start, end - start, kind";
  std::map<std::string, std::array<int64_t, 4>> wanted;
  std::string device;
  int64_t busy_until = 0;
  for (const auto& row : table_of(capture.ask(sql))) {
    const std::string here = row[0] + "/" + row[1];
    const bool is_first = here != device;
    device = here;
    const int64_t before = busy_until;
    busy_until = is_first ? std::stoll(row[4]) : std::max<int64_t>(before, std::stoll(row[4]));
    if (row[2] != "KERNEL" || row[5].empty()) continue;
    auto& [launches, ahead, starved, starved_ns] = wanted[row[0] + "/" + row[5]];
    ++launches;
    if (is_first) continue;
    ahead += before > std::stoll(row[7]) ? 1 : 0;
    if (before > std::stoll(row[6])) continue;
    ++starved;
    starved_ns += std::max<int64_t>(std::stoll(row[3]) - before, 0);
  }
  std::map<std::string, std::array<int64_t, 4>> got;
  for (const Record& row : records(ask_all(profile(), "cpu_gpu_pipeline"))) {
    const auto launches = std::stoll(row.at("launches"));
    got[row.at("pid") + "/" + row.at("tid")] = {
        launches, std::llround(std::stod(row.at("ahead_share")) * static_cast<double>(launches)),
        std::stoll(row.at("starved_launches")), std::stoll(row.at("starved_ns"))};
  }
  EXPECT_EQ(got, wanted);
}

INSTANTIATE_TEST_SUITE_P(Captures, CostTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CostTruth);

}  // namespace
}  // namespace nsys_ai::test

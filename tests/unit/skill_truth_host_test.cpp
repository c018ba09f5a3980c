// Skills about launching and waiting, on real captures: equal to plain SQL with sums by hand, and to what the
// vendor's tools print.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kThread = "(globalTid >> 24) & 0xFFFFFF, globalTid & 0xFFFFFF";

using Times = std::vector<std::pair<int64_t, int64_t>>;

// Sorted, disjoint.
Times merged(Times times) {
  std::sort(times.begin(), times.end());
  Times all;
  for (const auto& [start, end] : times) {
    if (!all.empty() && start <= all.back().second)
      all.back().second = std::max(all.back().second, end);
    else
      all.emplace_back(start, end);
  }
  return all;
}

int64_t length(const Times& times) {
  int64_t sum = 0;
  for (const auto& [start, end] : times) sum += end - start;
  return sum;
}

Times shared(const Times& a, const Times& b) {
  Times all;
  for (const auto& [start, end] : a)
    for (auto of = std::upper_bound(b.begin(), b.end(), std::pair(start, start),
                                    [](const auto&x, const auto&y) { return x.first < y.second; });
         of != b.end() && of->first < end; ++of)
      all.emplace_back(std::max(start, of->first), std::min(end, of->second));
  return all;
}

class HostTruth : public SkillTruth {
 protected:
  void SetUp() override {
    if (!has_rows(kCallTable)) GTEST_SKIP() << "no calls";
    if (!capture.has(kCallTable, "eventClass")) GTEST_SKIP() << "calls without classes";
  }
  std::map<std::string, Times> times_by(const std::string& sql) {
    std::map<std::string, Times> by;
    for (const auto& row : table_of(capture.ask(sql)))
      by[row[0]].emplace_back(std::stoll(row[1]), std::stoll(row[2]));
    for (auto& [key, times] : by) times = merged(times);
    return by;
  }
  std::map<std::string, Times> busy_of_processes() {
    std::string sql;
    for (const char* table : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
      const std::string name = std::string("CUPTI_ACTIVITY_KIND_") + table;
      if (!capture.has(name)) continue;
      sql += (sql.empty() ? "" : " UNION ALL ") +
             ("SELECT (globalPid >> 24) & 0xFFFFFF, start, end FROM " + name);
    }
    return sql.empty() ? std::map<std::string, Times>() : times_by(sql);
  }
};

// The vendor leaves out waits for events and those of the driver interface.
TEST_P(HostTruth, WaitsAreTheVendors) {
  const auto vendor = oracle(GetParam(), "cuda-sync-api_rows1000000");
  if (!vendor) GTEST_SKIP() << "the vendor says nothing";
  std::multiset<std::string> wanted;
  for (const Record& row : *vendor)
    wanted.insert(lines({row}, {"Duration (ns)", "Start (ns)", "PID", "TID", "API Name"}));
  std::multiset<std::string> got;
  for (const Record& row : records(ask_all(profile(), "sync_apis")))
    if (row.at("api").starts_with("cuda") && row.at("api").find("Event") == std::string::npos)
      got.insert(lines({row}, {"duration_ns", "start_ns", "pid", "tid", "api"}));
  EXPECT_EQ(got, wanted);
}

TEST_P(HostTruth, WaitsArePlainSql) {
  const std::string sql = capture.ask(
      "SELECT 'runtime_call:' || c.rowid, value, start, end - start FROM CUPTI_ACTIVITY_KIND_RUNTIME "
      "c JOIN StringIds ON StringIds.id = nameId WHERE eventClass NOT IN (67, 77) AND (value LIKE "
      "'cu%StreamSynchronize%' OR value LIKE 'cu%DeviceSynchronize%' OR value LIKE "
      "'cu%EventSynchronize%' OR value LIKE 'cuCtxSynchronize%') ORDER BY end - start DESC, start, "
      "c.rowid");
  EXPECT_EQ(lines(records(ask_all(profile(), "sync_apis")), {"ref", "api", "start_ns", "duration_ns"}),
            sql.empty() ? "" : sql + "\n");
}

TEST_P(HostTruth, WaitsCostWhatTheirUnionsCost) {
  const auto busy = busy_of_processes();
  const auto blocked = times_by(std::string(
      "SELECT pid || '/' || tid || '/' || name, start, end FROM (SELECT (globalTid >> 24) & "
      "0xFFFFFF AS pid, globalTid & 0xFFFFFF AS tid, value AS name, start, end FROM "
      "CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds ON StringIds.id = nameId WHERE eventClass NOT IN "
      "(67, 77)) WHERE (name LIKE 'cu%Synchronize%' OR name LIKE 'cu%Memcpy%') AND name NOT LIKE "
      "'%Async%'"));
  std::map<std::string, Times> wanted_times;
  for (const auto& [key, times] : blocked) {
    Times& of = wanted_times[bare_call(key)];
    of.insert(of.end(), times.begin(), times.end());
  }
  std::map<std::string, std::string> wanted;
  for (auto& [key, times] : wanted_times) {
    times = merged(times);
    const auto gpu = busy.find(key.substr(0, key.find('/')));
    const int64_t while_busy = gpu == busy.end() ? 0 : length(shared(times, gpu->second));
    wanted[key] = std::to_string(length(times)) + " " + std::to_string(while_busy);
  }
  std::map<std::string, std::string> got;
  for (const Record& row : records(ask_all(profile(), "sync_cost"))) {
    got[row.at("pid") + "/" + row.at("tid") + "/" + row.at("api")] =
        row.at("blocked_ns") + " " + row.at("gpu_busy_ns");
    EXPECT_EQ(std::stoll(row.at("blocked_ns")),
              std::stoll(row.at("gpu_busy_ns")) + std::stoll(row.at("gpu_idle_ns")));
  }
  EXPECT_EQ(got, wanted);
}

TEST_P(HostTruth, LatenciesArePlainSql) {
  if (!has_rows(kKernelTable) || !capture.has(kKernelTable, "globalPid"))
    GTEST_SKIP() << "no kernels of processes";
  std::map<std::string, std::vector<int64_t>> wanted;
  for (const auto& row : table_of(capture.ask(
           std::string(
               "WITH calls AS (SELECT *, globalTid >> 24 AS process, min(eventClass || '.' || rowid) FROM "
               "CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass NOT IN (67, 77) GROUP BY globalTid >> 24, "
               "correlationId) SELECT ") +
           kThread +
           ", min(k.start) - c.start FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN calls c ON "
           "c.correlationId = "
           "k.correlationId AND process = k.globalPid >> 24 GROUP BY process, c.correlationId")))
    // By the clocks a kernel that starts before its call cannot be.
    if (std::stoll(row[2]) >= 0) wanted[row[0] + "/" + row[1]].push_back(std::stoll(row[2]));
  std::map<std::string, std::string> expected;
  for (auto& [thread, times] : wanted) {
    std::sort(times.begin(), times.end());
    const auto last = static_cast<int64_t>(times.size() - 1);
    const auto at = [&times = times, last](int64_t hundredths) {
      const auto below = static_cast<size_t>(last * hundredths / 100);
      const int64_t step = times[std::min(below + 1, times.size() - 1)] - times[below];
      return times[below] + (step * (last * hundredths % 100) + 50) / 100;
    };
    expected[thread] = std::to_string(times.size()) + " " + std::to_string(at(50)) + " " +
                       std::to_string(at(90)) + " " + std::to_string(at(99)) + " " +
                       std::to_string(times.back());
  }
  std::map<std::string, std::string> got;
  for (const Record& row : records(ask_all(profile(), "launch_latency")))
    got[row.at("pid") + "/" + row.at("tid")] = row.at("launches") + " " + row.at("p50_ns") + " " +
                                               row.at("p90_ns") + " " + row.at("p99_ns") + " " +
                                               row.at("max_ns");
  EXPECT_EQ(got, expected);
}

class StormTruth : public SkillTruth {};

TEST_P(StormTruth, RatesArePlainSqlAndNoneIsAStormOfAFew) {
  if (!has_rows(kKernelTable)) GTEST_SKIP() << "no kernels";
  const std::string pid =
      capture.has(kKernelTable, "globalPid") ? "(globalPid >> 24) & 0xFFFFFF" : std::string("''");
  std::multiset<std::string> wanted;
  for (const auto& row : table_of(capture.ask(
           "SELECT " + pid +
           ", deviceId, count(*), max(end) - min(start), sum(end - start < 5000), sum(end - start < 10000), "
           "sum(end - start < 20000) FROM CUPTI_ACTIVITY_KIND_KERNEL GROUP BY 1, 2"))) {
    std::string line;
    for (const std::string& cell : row) line += cell + " ";
    wanted.insert(line);
  }
  std::multiset<std::string> got;
  for (const Record& row : records(ask_all(profile(), "launch_storm"))) {
    const int64_t launches = std::stoll(row.at("launches"));
    std::string line =
        row.at("pid") + " " + row.at("device") + " " + row.at("launches") + " " + row.at("span_ns") + " ";
    for (const char* under : {"under_5us", "under_10us", "under_20us"})
      line += std::to_string(std::llround(std::stod(row.at(under)) * static_cast<double>(launches))) + " ";
    got.insert(line);
    std::cout << "    " << GetParam() << ": " << launches << " launches, " << row.at("per_s") << " a second, "
              << row.at("verdict") << "\n";
    if (launches < 1000 || std::stoll(row.at("span_ns")) < 100'000'000) {
      EXPECT_EQ(row.at("verdict"), "too few to say");
    }
  }
  EXPECT_EQ(got, wanted);
}

INSTANTIATE_TEST_SUITE_P(Captures, HostTruth, testing::ValuesIn(capture_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Captures, StormTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostTruth);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StormTruth);

}  // namespace
}  // namespace nsys_ai::test

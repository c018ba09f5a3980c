// Health and processes of real captures against plain SQL and recorded truths.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "protocol/json.h"
#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

class Health : public RealCapture {
 protected:
  std::map<std::string, std::string> values(const std::string& column) const {
    const Asked asked(profile_of(), "profile_health");
    std::map<std::string, std::string> all;
    for (size_t row = 0; row < asked.rows(); ++row) all[asked.text(row, "check")] = asked.text(row, column);
    return all;
  }
  const Profile& profile_of() const { return capture.profile(); }
  int64_t one(const std::string& sql) { return std::stoll(ask(sql)); }
  static std::string share(int64_t part, int64_t whole) {
    if (whole == 0) return "";
    char text[32];
    std::snprintf(text, sizeof(text), "%.4f", static_cast<double>(part) / static_cast<double>(whole));
    return text;
  }
};

TEST_P(Health, NvtxCoverageIsThatOfTheTruth) {
  const auto truth = Json::parse(bytes_of(profiles_folder() / "truth" / (name() + ".json")));
  ASSERT_TRUE(truth);
  const auto number = [&](const char* member) {
    const Json* found = truth->find(member);
    return found ? found->if_integer().value_or(0) : 0;
  };
  const bool ranges = ask("SELECT 1 FROM sqlite_master WHERE name = 'NVTX_EVENTS'") == "1" &&
                      one("SELECT count(*) FROM NVTX_EVENTS WHERE eventType IN (59, 60, 70, 71)") > 0;
  EXPECT_EQ(values("value")["nvtx_coverage"],
            share(number("kernel_ns_in_nvtx"), ranges ? number("kernel_sum_ns") : 0));
  const bool cuda = values("verdict")["kernels"] != "not recorded";
  EXPECT_EQ(values("value")["kernels"], cuda ? std::to_string(number("kernels")) : "");
  EXPECT_EQ(values("value")["cuda_calls"], cuda ? std::to_string(number("runtime_calls")) : "");
}

TEST_P(Health, OperationsWithoutLaunchAreThoseOfPlainSql) {
  if (capture.has("CUPTI_ACTIVITY_KIND_KERNEL") && !capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid"))
    GTEST_SKIP() << "names no process";
  int64_t all = 0;
  int64_t without = 0;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!capture.has(table)) continue;
    all += one("SELECT count(*) FROM " + table);
    without += capture.has("CUPTI_ACTIVITY_KIND_RUNTIME")
                   ? one("SELECT count(*) FROM " + table +
                         " o WHERE (o.globalPid >> 24, o.correlationId) NOT IN (SELECT globalTid >> 24, "
                         "correlationId "
                         "FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE " +
                         own_calls() + ")")
                   : one("SELECT count(*) FROM " + table);
  }
  EXPECT_EQ(values("value")["operations_without_launch"], share(without, all));
}

TEST_P(Health, LaunchesWithoutOperationAreThoseOfPlainSql) {
  if (!capture.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass"))
    GTEST_SKIP() << "no calls, or none with a class";
  std::string ids;
  std::string pids;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!capture.has(table)) continue;
    ids += (ids.empty() ? "" : " UNION ") + ("SELECT globalPid >> 24, correlationId FROM " + table);
    pids += (pids.empty() ? "" : " UNION ") + ("SELECT globalPid >> 24 FROM " + table);
  }
  if (ids.empty()) GTEST_SKIP() << "no operations";
  // What is launched while a graph is captured runs later, as a part of it.
  const auto captures = [](const std::string& call) {
    return "(SELECT count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME c JOIN StringIds s ON s.id = c.nameId WHERE s.value LIKE '%Stream" +
           call + "Capture%' AND c.globalTid >> 24 = r.globalTid >> 24 AND c.start < r.start)";
  };
  const bool any = one("SELECT count(*) FROM StringIds WHERE value LIKE '%StreamBeginCapture%'") > 0;
  const std::string outside = any ? " AND " + captures("Begin") + " = " + captures("End") : "";
  const std::string launches =
      "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds ON id = nameId WHERE " + own_calls() +
      " AND returnValue = 0" + outside +
      " AND (value LIKE 'cu%LaunchKernel%' OR value LIKE 'cu%LaunchCooperative%' OR value LIKE 'cu%GraphLaunch%') AND globalTid >> 24 IN (" +
      pids + ")";
  const int64_t all = one(launches);
  EXPECT_EQ(values("value")["launches_without_operation"],
            share(one(launches + " AND (globalTid >> 24, correlationId) NOT IN (" + ids + ")"), all));
}

TEST_P(Health, ProcessesAreThoseOfPlainSql) {
  if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid") || !capture.has("CUPTI_ACTIVITY_KIND_RUNTIME"))
    GTEST_SKIP() << "no kernels or no calls";
  const Asked asked(capture.profile(), "process_breakdown");
  for (size_t row = 0; row < asked.rows(); ++row) {
    const std::string mine = " = " + std::to_string(asked.integer(row, "pid"));
    const std::string there = " WHERE (globalPid >> 24) & 16777215" + mine +
                              " AND deviceId = " + std::to_string(asked.integer(row, "device"));
    EXPECT_EQ(std::to_string(asked.integer(row, "kernels")) + "|" +
                  std::to_string(asked.integer(row, "kernel_sum_ns")),
              ask("SELECT count(*), coalesce(sum(end - start), 0) FROM CUPTI_ACTIVITY_KIND_KERNEL" + there));
    if (capture.has("CUPTI_ACTIVITY_KIND_MEMCPY")) {
      EXPECT_EQ(asked.integer(row, "copy_bytes"),
                one("SELECT coalesce(sum(bytes), 0) FROM CUPTI_ACTIVITY_KIND_MEMCPY" + there));
    }
    EXPECT_EQ(
        asked.integer(row, "api_ns"),
        one("SELECT coalesce(sum(end - start), 0) FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE " + own_calls() +
            " "
            "AND (globalTid >> 24) & 16777215" +
            mine));
  }
}

// Each process that an event names, and its calls of the operating system.
TEST_P(Health, EachProcessOfTheCaptureHasARow) {
  std::string pids;
  for (const auto& [table, id, where] : std::vector<std::array<std::string, 3>>{
           {"CUPTI_ACTIVITY_KIND_KERNEL", "globalPid", "1"},
           {"CUPTI_ACTIVITY_KIND_MEMCPY", "globalPid", "1"},
           {"CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid", "1"},
           {"NVTX_EVENTS", "globalTid", "eventType IN (59, 60, 70, 71, 34)"},
           {"OSRT_API", "globalTid", "eventClass = 27"},
           {"SCHED_EVENTS", "globalTid", "1"},
           {"COMPOSITE_EVENTS", "globalTid", "1"}})
    if (capture.has(table, id))
      pids += (pids.empty() ? "" : " UNION ") +
              ("SELECT (" + id + " >> 24) & 16777215 AS pid FROM " + table + " WHERE " + where);
  if (pids.empty()) GTEST_SKIP() << "nothing names a process";
  std::map<std::string, std::string> wanted, got;
  const std::string os_time =
      capture.has("OSRT_API")
          ? "(SELECT coalesce(sum(end - start), 0) FROM OSRT_API WHERE eventClass = 27 AND "
            "(globalTid >> 24) & 16777215 = pid)"
          : "0";
  for (const std::string& line :
       split(ask("SELECT pid, " + os_time + " FROM (" + pids + ") WHERE pid <> 0"), '\n'))
    wanted[split(line, '|')[0]] = split(line, '|')[1];
  const Asked asked(capture.profile(), "process_breakdown");
  for (size_t row = 0; row < asked.rows(); ++row)
    if (asked.integer(row, "pid") > 0)
      got[std::to_string(asked.integer(row, "pid"))] = std::to_string(asked.integer(row, "os_ns"));
  EXPECT_EQ(got, wanted);
}

TEST_P(Health, NothingIsWrongWithAHealthyProfile) {
  if (name() != "healthy_judged_1pct") GTEST_SKIP() << "not said to be healthy";
  for (const auto& [check, verdict] : values("verdict")) EXPECT_NE(verdict, "warning") << check;
}

INSTANTIATE_TEST_SUITE_P(Captures, Health, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Health);

}  // namespace
}  // namespace nsys_ai::test

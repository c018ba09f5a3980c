// Skills about threads on cores, CUDA graphs and tensor cores, on real captures: equal to plain SQL.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

class ThreadTruth : public SkillTruth {};

TEST_P(ThreadTruth, TimeOnCoresIsPlainSql) {
  if (!has_rows("SCHED_EVENTS")) GTEST_SKIP() << "no scheduling";
  std::multiset<std::string> wanted;
  for (const auto& row :
       table_of(capture.ask("WITH everything AS (SELECT min(start) AS a, max(start) AS b "
                            "FROM SCHED_EVENTS), e AS (SELECT globalTid "
                            "AS thread, start, isSchedIn AS comes, lag(isSchedIn) OVER w AS "
                            "came, lag(start) OVER w AS earlier, "
                            "lead(start) OVER w AS later FROM SCHED_EVENTS WINDOW w AS "
                            "(PARTITION BY globalTid ORDER BY start, "
                            "rowid)), t AS (SELECT thread, sum(CASE WHEN came = 1 THEN "
                            "start - earlier WHEN came IS NULL AND comes = 0 "
                            "THEN start - a ELSE 0 END + CASE WHEN later IS NULL AND comes "
                            "= 1 THEN b - start ELSE 0 END) AS on_cpu "
                            "FROM e, everything GROUP BY thread) SELECT (thread >> 24) & "
                            "0xFFFFFF, thread & 0xFFFFFF, on_cpu FROM t "
                            "WHERE on_cpu > 0")))
    wanted.insert(row[0] + "/" + row[1] + " " + row[2]);
  std::multiset<std::string> got;
  for (const Record& row : records(ask_all(profile(), "thread_utilization"))) {
    got.insert(row.at("pid") + "/" + row.at("tid") + " " + row.at("on_cpu_ns"));
    EXPECT_EQ(row.at("basis"), "scheduling");
    EXPECT_LE(std::stod(row.at("share")), 1.0);
  }
  EXPECT_EQ(got, wanted);
}

TEST_P(ThreadTruth, SamplesAreWeighedAsPlainSqlDoes) {
  if (!has_rows("COMPOSITE_EVENTS")) GTEST_SKIP() << "no samples";
  // On a copy without scheduling, since that goes first.
  const TemporaryFolder folder;
  const auto path = folder / "capture.sqlite";
  std::filesystem::copy_file(profiles_folder() / (GetParam() + ".sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  change(path, "DELETE FROM SCHED_EVENTS");
  const auto changed = load_profile(path);
  ASSERT_TRUE(changed);
  std::map<std::string, double> wanted;
  for (const auto& row : table_of(capture.ask(
           "SELECT (globalTid >> 24) & 0xFFFFFF, globalTid & 0xFFFFFF, sum(cpuCycles) * 1.0 / (SELECT "
           "sum(cpuCycles) FROM COMPOSITE_EVENTS) FROM COMPOSITE_EVENTS GROUP BY globalTid HAVING "
           "sum(cpuCycles) > "
           "0")))
    wanted[row[0] + "/" + row[1]] = std::stod(row[2]);
  std::map<std::string, double> got;
  for (const Record& row : records(ask_all(**changed, "thread_utilization")))
    got[row.at("pid") + "/" + row.at("tid")] = std::stod(row.at("share"));
  ASSERT_EQ(got.size(), wanted.size());
  for (const auto& [thread, share] : wanted) EXPECT_NEAR(got[thread], share, 1e-9) << thread;
}

TEST_P(ThreadTruth, GraphsHoldTheOperationsOfTheirNodes) {
  int64_t kernels = 0;
  int64_t total = 0;
  for (const Record& row : records(ask_all(profile(), "cuda_graphs"))) {
    kernels += row.at("kernels").empty() ? 0 : std::stoll(row.at("kernels"));
    total += std::stoll(row.at("total_ns"));
  }
  int64_t wanted_kernels = 0;
  int64_t wanted_total = 0;
  for (const char* table : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string name = std::string("CUPTI_ACTIVITY_KIND_") + table;
    const bool whole = std::string(table) == "GRAPH_TRACE";
    if (!capture.has(name) || (!whole && !capture.has(name, "graphNodeId"))) continue;
    const auto rows = table_of(capture.ask("SELECT count(*), coalesce(sum(end - start), 0) FROM " + name +
                                           (whole ? "" : " WHERE graphNodeId > 0")));
    if (std::string(table) == "KERNEL") wanted_kernels = std::stoll(rows[0][0]);
    wanted_total += std::stoll(rows[0][1]);
  }
  EXPECT_EQ(kernels, wanted_kernels);
  EXPECT_EQ(total, wanted_total);
  if (total > 0) std::cout << "    " << GetParam() << ": " << kernels << " kernels in graphs\n";
}

TEST_P(ThreadTruth, TensorCoresFollowNames) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL")) GTEST_SKIP() << "no kernels";
  const std::regex plain("ffma|simt|sgemm|gemv|splitk", std::regex::icase);
  const std::regex tensor("nvjet|tensorop|s[0-9]{3,5}gemm|d884|flash|fmha|wgmma", std::regex::icase);
  std::map<std::string, std::string> hints;
  for (const Record& row : records(ask_all(profile(), "tensor_core_hint")))
    hints[row.at("name")] = row.at("hint");
  for (const Record& row : records(ask_all(profile(), "top_kernels"))) {
    const std::string& family = row.at("family");
    const bool multiplies = family.ends_with("gemm") || family == "attention" || family == "convolution";
    ASSERT_EQ(hints.contains(row.at("name")), multiplies) << row.at("name");
    if (!multiplies) continue;
    if (std::regex_search(row.at("name"), plain)) {
      EXPECT_EQ(hints[row.at("name")], "unlikely") << row.at("name");
    } else if (std::regex_search(row.at("name"), tensor)) {
      EXPECT_EQ(hints[row.at("name")], "likely") << row.at("name");
    } else {
      EXPECT_NE(hints[row.at("name")], "unlikely") << row.at("name");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, ThreadTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ThreadTruth);

}  // namespace
}  // namespace nsys_ai::test

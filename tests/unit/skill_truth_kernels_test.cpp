// Skills about kernels, on real captures: equal to plain SQL, and to what the vendor's tools print.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

// Sorted lines of columns, with the name as hexadecimal bytes in front.
std::string sorted_lines(const std::vector<Record>& records, const std::vector<std::string>& columns) {
  std::vector<std::string> all;
  for (Record record : records) {
    record["name"] = hexadecimal(record.at("name"));
    all.push_back(lines({record}, columns));
  }
  std::sort(all.begin(), all.end());
  std::string text;
  for (const std::string& line : all) text += line;
  return text;
}

std::string with_end(const std::string& text) { return text.empty() ? text : text + "\n"; }

// Lines of SQL in the order of `sorted_lines`.
std::string sorted_text(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(line + "\n");
  std::sort(all.begin(), all.end());
  return std::accumulate(all.begin(), all.end(), std::string());
}

class KernelTruth : public SkillTruth {
 protected:
  void SetUp() override {
    if (!has_rows(kKernelTable)) GTEST_SKIP() << "no kernels";
  }
};

TEST_P(KernelTruth, ShortNamesArePlainSql) {
  EXPECT_EQ(
      sorted_lines(records(ask_all(profile(), "top_kernels", {{"group", "short"}})),
                   {"name", "calls", "total_ns", "min_ns", "max_ns"}),
      sorted_text(capture.ask("SELECT hex(value), count(*), sum(end - start), min(end - start), max(end - "
                              "start) FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON id = shortName "
                              "GROUP BY value ORDER BY 1")));
}

TEST_P(KernelTruth, ShortNamesAreTheVendors) {
  const auto vendor = oracle(GetParam(), "gpukernsum_base");
  if (!vendor) GTEST_SKIP() << "the vendor says nothing";
  std::map<std::string, std::pair<int64_t, int64_t>> wanted;
  for (const Record& row : *vendor) {
    wanted[row.at("Name")].first += std::stoll(row.at("Instances"));
    wanted[row.at("Name")].second += std::stoll(row.at("Total Time (ns)"));
  }
  std::map<std::string, std::pair<int64_t, int64_t>> got;
  for (const Record& row : records(ask_all(profile(), "top_kernels", {{"group", "short"}})))
    got[row.at("name")] = {std::stoll(row.at("calls")), std::stoll(row.at("total_ns"))};
  EXPECT_EQ(got, wanted);
}

TEST_P(KernelTruth, FamiliesHoldWhatTheirNamesHold) {
  std::map<std::string, std::array<int64_t, 3>> wanted;
  int64_t total = 0;
  for (const Record& row : records(ask_all(profile(), "top_kernels"))) {
    auto& sums = wanted[row.at("family")];
    sums[0] += 1;
    sums[1] += std::stoll(row.at("calls"));
    sums[2] += std::stoll(row.at("total_ns"));
    total += std::stoll(row.at("total_ns"));
  }
  std::map<std::string, std::array<int64_t, 3>> got;
  double shares = 0;
  for (const Record& row : records(ask_all(profile(), "kernel_families"))) {
    got[row.at("family")] = {std::stoll(row.at("names")), std::stoll(row.at("calls")),
                             std::stoll(row.at("total_ns"))};
    shares += std::stod(row.at("share"));
  }
  EXPECT_EQ(got, wanted);
  EXPECT_NEAR(shares, 1.0, 1e-9);
  EXPECT_EQ(std::to_string(total), capture.ask("SELECT sum(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL"));
}

// The launch of a kernel: of the rows of its process with its id, no twin, the runtime's before the
// driver's.
std::string launches(Capture& capture, const std::string& name) {
  std::string graphs = "0";
  if (capture.has(kKernelTable, "graphNodeId")) graphs = "coalesce(k.graphNodeId, 0)";
  return "WITH calls AS (SELECT *, rowid AS at, globalTid >> 24 AS process FROM CUPTI_ACTIVITY_KIND_RUNTIME "
         "WHERE eventClass NOT IN (67, 77)), joined AS (SELECT k.start AS k0, k.end AS k1, c.start AS c0, "
         "c.end AS c1, c.nameId AS call, k." +
         name +
         " AS name, row_number() OVER (PARTITION BY k.rowid ORDER BY c.eventClass <> 0, c.at) AS place FROM "
         "CUPTI_ACTIVITY_KIND_KERNEL k JOIN calls c ON c.correlationId = k.correlationId AND c.process = "
         "k.globalPid >> 24 WHERE " +
         graphs +
         " = 0), launched AS (SELECT * FROM joined JOIN StringIds ON StringIds.id = call WHERE place = 1 AND "
         "value NOT LIKE '%GraphLaunch%') ";
}

TEST_P(KernelTruth, LaunchOverheadIsPlainSql) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_RUNTIME")) GTEST_SKIP() << "no calls";
  if (!capture.has(kKernelTable, "globalPid")) GTEST_SKIP() << "no processes";
  EXPECT_EQ(
      sorted_lines(records(ask_all(profile(), "kernel_launch_overhead")),
                   {"name", "calls", "api_ns", "queue_ns", "queued_calls", "kernel_ns", "total_ns"}),
      sorted_text(capture.ask(
          launches(capture, "demangledName") +
          "SELECT hex(n.value), count(*), sum(c1 - c0), sum(max(k0 - c1, 0)), sum(k0 > c1), sum(k1 - k0), "
          "sum(max(c1, k1) - c0) FROM launched JOIN StringIds n ON n.id = name GROUP BY 1 ORDER BY 1")));
}

// The vendor counts each launch twice where a twin row of a backtrace has its id, and it counts kernels of
// graphs; its averages are rounded to a tenth.
TEST_P(KernelTruth, LaunchOverheadIsTheVendors) {
  const auto vendor = oracle(GetParam(), "kernexecsum_base");
  if (!vendor) GTEST_SKIP() << "the vendor says nothing";
  if (GetParam() == "synth_rules") GTEST_SKIP() << "kernels of graphs are no launches here";
  const int64_t twins = GetParam() == "saxpy-mpi" ? 2 : 1;
  std::map<std::string, std::array<double, 6>> wanted;
  for (const Record& row : *vendor) {
    auto& sums = wanted[row.at("Kernel Name")];
    const double count = std::stod(row.at("Count"));
    sums[0] += count;
    sums[1] += std::stod(row.at("QCount"));
    sums[2] += count * std::stod(row.at("AAvg (ns)"));
    sums[3] += row.at("QCount") == "0" ? 0 : std::stod(row.at("QCount")) * std::stod(row.at("QAvg (ns)"));
    sums[4] += count * std::stod(row.at("KAvg (ns)"));
    sums[5] += count * std::stod(row.at("TAvg (ns)"));
  }
  const auto rows = records(ask_all(profile(), "kernel_launch_overhead", {{"group", "short"}}));
  EXPECT_EQ(rows.size(), wanted.size());
  for (const Record& row : rows) {
    ASSERT_TRUE(wanted.contains(row.at("name"))) << row.at("name");
    const auto& sums = wanted.at(row.at("name"));
    EXPECT_EQ(std::stoll(row.at("calls")) * twins, std::llround(sums[0])) << row.at("name");
    if (twins > 1) continue;
    EXPECT_EQ(std::stoll(row.at("queued_calls")), std::llround(sums[1])) << row.at("name");
    const double rounding = sums[0] * 0.051 + 1;
    EXPECT_NEAR(std::stod(row.at("api_ns")), sums[2], rounding) << row.at("name");
    EXPECT_NEAR(std::stod(row.at("queue_ns")), sums[3], rounding) << row.at("name");
    EXPECT_NEAR(std::stod(row.at("kernel_ns")), sums[4], rounding) << row.at("name");
    EXPECT_NEAR(std::stod(row.at("total_ns")), sums[5], rounding) << row.at("name");
  }
}

TEST_P(KernelTruth, LongestInstancesArePlainSql) {
  if (!capture.has(kKernelTable, "gridX")) GTEST_SKIP() << "no grids";
  EXPECT_EQ(
      lines(records(ask_all(profile(), "kernel_instances", {{"limit", "30"}})),
            {"ref", "device", "stream", "start_ns", "duration_ns", "grid", "block"}),
      with_end(capture.ask(
          "SELECT 'kernel:' || rowid, deviceId, streamId, start, end - start, gridX || 'x' || gridY || "
          "'x' || gridZ, blockX || 'x' || blockY || 'x' || blockZ FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER "
          "BY end - start DESC, start, rowid LIMIT 30")));
}

INSTANTIATE_TEST_SUITE_P(Captures, KernelTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(KernelTruth);

}  // namespace
}  // namespace nsys_ai::test

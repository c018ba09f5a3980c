// Copies and memsets of real captures: plain SQL, and the vendor's tables but for what is known to be wrong
// there.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

class CopiesOf : public RealCapture {
 protected:
  void SetUp() override {
    if (!capture.has("CUPTI_ACTIVITY_KIND_MEMCPY") ||
        ask("SELECT 1 FROM CUPTI_ACTIVITY_KIND_MEMCPY LIMIT 1") != "1")
      GTEST_SKIP() << "no copies";
  }
  // Copies of `where` with the names of their calls, joined in their own process and without backtrace twins.
  std::vector<std::string> launched(const std::string& what, const std::string& where) {
    if (!capture.has("CUPTI_ACTIVITY_KIND_RUNTIME")) return {};
    return split(
        ask("SELECT " + what +
            " FROM CUPTI_ACTIVITY_KIND_MEMCPY m JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = "
            "m.correlationId AND r.globalTid >> 24 = m.globalPid >> 24 AND " +
            own_calls("r.") +
            " JOIN "
            "StringIds s ON s.id = r.nameId WHERE " +
            where),
        '\n');
  }
};

// Group by group, with the union of each group swept here.
TEST_P(CopiesOf, BandwidthIsThatOfPlainSql) {
  std::map<std::string, std::vector<Interval>> groups;
  std::map<std::string, int64_t> bytes;
  for (const auto& row :
       numbers("SELECT " + pid_of("CUPTI_ACTIVITY_KIND_MEMCPY", "globalPid") +
               ", deviceId, copyKind, srcKind, dstKind, CASE WHEN bytes < 4000 THEN 0 WHEN bytes < "
               "64000 THEN 1 WHEN bytes < 1000000 THEN 2 WHEN bytes < 16000000 THEN 3 ELSE 4 END, "
               "start, end, bytes FROM CUPTI_ACTIVITY_KIND_MEMCPY")) {
    std::string key;
    for (size_t i = 0; i < 6; ++i) key += std::to_string(row[i]) + " ";
    groups[key].push_back({row[6], row[7]});
    bytes[key] += row[8];
  }
  std::multiset<std::string> wanted;
  for (auto& [key, intervals] : groups) {
    std::sort(intervals.begin(), intervals.end());
    int64_t until = INT64_MIN;
    int64_t total = 0;
    for (const Interval& of : intervals) {
      total += std::max<int64_t>(0, of.end - std::max(until, of.start));
      until = std::max(until, of.end);
    }
    wanted.insert(key.substr(0, key.find(' ')) + " " + std::to_string(intervals.size()) + " " +
                  std::to_string(bytes[key]) + " " + std::to_string(total));
  }
  const Asked asked(profile(), "memory_bandwidth");
  std::multiset<std::string> got;
  for (size_t row = 0; row < asked.rows(); ++row)
    got.insert(std::to_string(asked.integer(row, "pid")) + " " + std::to_string(asked.integer(row, "ops")) +
               " " + std::to_string(asked.integer(row, "bytes")) + " " +
               std::to_string(asked.integer(row, "union_ns")));
  EXPECT_EQ(got, wanted);
}

TEST_P(CopiesOf, BinsHoldAllHostToDeviceCopies) {
  const auto all =
      numbers("SELECT count(*), coalesce(sum(bytes), 0) FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 1");
  const Asked asked(profile(), "h2d_distribution");
  int64_t ops = 0;
  int64_t bytes = 0;
  for (size_t row = 0; row < asked.rows(); ++row) {
    ops += asked.integer(row, "ops");
    bytes += asked.integer(row, "bytes");
    if (asked.integer(row, "ops") == 0) continue;
    const auto begun =
        numbers("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 1 AND start >= " +
                std::to_string(asked.integer(row, "start_ns")) + " AND start < " +
                std::to_string(asked.integer(row, "end_ns")));
    EXPECT_EQ(asked.integer(row, "ops"), begun[0][0]) << "bin " << row;
  }
  EXPECT_EQ(ops, all[0][0]);
  EXPECT_EQ(bytes, all[0][1]);
}

TEST_P(CopiesOf, PageableOnesAreThoseOfPlainSql) {
  const auto wanted = numbers(
      "SELECT count(*), coalesce(sum(bytes), 0), coalesce(sum(end - start), 0) FROM "
      "CUPTI_ACTIVITY_KIND_MEMCPY WHERE srcKind = 0 OR dstKind = 0");
  const auto asynchronous =
      launched("m.rowid", "(m.srcKind = 0 OR m.dstKind = 0) AND s.value LIKE '%async%'");
  const Asked asked(profile(), "pageable_copies");
  std::vector<int64_t> got(3, 0);
  int64_t got_asynchronous = 0;
  for (size_t row = 0; row < asked.rows(); ++row) {
    got[0] += asked.integer(row, "ops");
    got[1] += asked.integer(row, "bytes");
    got[2] += asked.integer(row, "total_ns");
    if (asked.text(row, "async") == "yes") got_asynchronous += asked.integer(row, "ops");
  }
  EXPECT_EQ(got, wanted[0]);
  EXPECT_EQ(got_asynchronous, static_cast<int64_t>(asynchronous.size()));
  // The vendor joins without the process, which on synth_rules adds a row of another one.
  const auto vendor = vendor_rows(name(), "cuda-async-memcpy_rows1000000");
  if (!vendor.empty()) {
    EXPECT_EQ(got_asynchronous, static_cast<int64_t>(vendor.size()) - (name() == "synth_rules" ? 1 : 0));
  }
}

TEST_P(CopiesOf, BlockingOnesAreThoseOfPlainSql) {
  const Asked asked(profile(), "sync_copies");
  std::multiset<std::string> got;
  for (size_t row = 0; row < asked.rows(); ++row)
    got.insert(asked.text(row, "ref") + "|" + std::to_string(asked.integer(row, "duration_ns")));
  std::multiset<std::string> wanted;
  for (
      const std::string& line : launched(
          "'memcpy:' || m.rowid || '|' || (m.end - m.start)",
          "s.value LIKE '%memcpy%' AND s.value NOT LIKE '%async%' AND m.copyKind != 8 AND NOT (m.copyKind = 1 AND m.bytes <= 64000)"))
    wanted.insert(line);
  EXPECT_EQ(got, wanted);
}

// The vendor's rows are ours and, where it joins without the process or counts backtrace twins, more.
TEST_P(CopiesOf, BlockingOnesAreTheVendorsButForItsFalseRows) {
  const auto vendor = vendor_rows(name(), "cuda-sync-memcpy_rows1000000");
  if (vendor.empty()) GTEST_SKIP() << "the vendor printed none";
  const Asked asked(profile(), "sync_copies");
  std::multiset<std::string> theirs;
  for (const auto& cells : vendor) theirs.insert(cells[1] + " " + cells[0] + " " + cells[5]);
  for (size_t row = 0; row < asked.rows(); ++row) {
    const auto found = theirs.find(std::to_string(asked.integer(row, "start_ns")) + " " +
                                   std::to_string(asked.integer(row, "duration_ns")) + " " +
                                   std::to_string(asked.integer(row, "pid")));
    EXPECT_NE(found, theirs.end()) << asked.text(row, "ref");
    if (found != theirs.end()) theirs.erase(found);
  }
  const std::map<std::string, size_t> kFalse = {
      {"pselinv-mpi-r7", 244}, {"saxpy-mpi", 15}, {"synth_rules", 1}};
  const auto known = kFalse.find(name());
  EXPECT_EQ(theirs.size(), known == kFalse.end() ? 0 : known->second);
}

INSTANTIATE_TEST_SUITE_P(Captures, CopiesOf, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CopiesOf);

class MemsetsOf : public RealCapture {};

TEST_P(MemsetsOf, BlockingOnesAreTheVendors) {
  const auto vendor = vendor_rows(name(), "cuda-sync-memset_rows1000000");
  const Asked asked(profile(), "sync_memsets");
  ASSERT_EQ(asked.rows(), vendor.size());
  for (size_t row = 0; row < asked.rows(); ++row) {
    EXPECT_EQ(std::to_string(asked.integer(row, "duration_ns")), vendor[row][0]);
    EXPECT_EQ(std::to_string(asked.integer(row, "start_ns")), vendor[row][1]);
    EXPECT_EQ(asked.text(row, "memory"), vendor[row][2]);
    EXPECT_EQ(std::to_string(asked.integer(row, "pid")), vendor[row][4]);
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, MemsetsOf, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MemsetsOf);

}  // namespace
}  // namespace nsys_ai::test

// Collectives, classes and streams of real captures against plain SQL and sweeps of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

class StreamsOf : public RealCapture {
 protected:
  void SetUp() override {
    if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL") ||
        ask("SELECT 1 FROM CUPTI_ACTIVITY_KIND_KERNEL LIMIT 1") != "1")
      GTEST_SKIP() << "no kernels";
    if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "contextId")) GTEST_SKIP() << "the file names no contexts";
  }
};

TEST_P(StreamsOf, CollectivesAreThoseOfPlainSql) {
  const auto wanted = ask("SELECT " + pid_of("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid") +
                          " AS pid, deviceId, contextId, streamId, 'SendRecv', count(*), sum(end - start) AS "
                          "total, min(end - start), "
                          "max(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON id = "
                          "demangledName WHERE value LIKE "
                          "'ncclDevKernel_SendRecv%' GROUP BY 1, 2, 3, 4 ORDER BY total DESC");
  const Asked asked(profile(), "nccl_breakdown");
  EXPECT_EQ(asked.lines({"pid", "device", "context", "stream", "collective", "calls", "total_ns", "min_ns",
                         "max_ns"}),
            wanted);
  double shares = 0;
  for (size_t row = 0; row < asked.rows(); ++row) shares += asked.real(row, "share");
  EXPECT_NEAR(shares, asked.rows() > 0 ? 1 : 0, 1e-9);
}

// More than three times the median of its stream, worked out by sorting in SQL.
TEST_P(StreamsOf, SlowCollectivesAreThoseOfPlainSql) {
  const auto wanted =
      ask("WITH runs AS (SELECT k.rowid AS id, k.end - k.start AS ns, globalPid, deviceId, contextId, "
          "streamId, row_number() "
          "OVER (PARTITION BY globalPid, contextId, streamId ORDER BY k.end - k.start) AS place, count(*) "
          "OVER (PARTITION BY "
          "globalPid, contextId, streamId) AS alike FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds ON id = "
          "demangledName "
          "WHERE value LIKE 'ncclDevKernel_SendRecv%'), middles AS (SELECT globalPid, contextId, streamId, "
          "avg(ns) AS median "
          "FROM runs WHERE place IN ((alike + 1) / 2, (alike + 2) / 2) GROUP BY 1, 2, 3) SELECT 'kernel:' || "
          "runs.id FROM runs "
          "JOIN middles USING (globalPid, contextId, streamId) WHERE alike >= 5 AND ns > 3 * round(median) "
          "ORDER BY ns - "
          "round(median) DESC");
  EXPECT_EQ(Asked(profile(), "nccl_anomaly").lines({"ref"}), wanted);
}

// The host waits for an event alone, a stream for an event; 2^32 - 1 stands for none. No capture at hand has
// the recordings too, so that only sketches show how they are joined.
TEST_P(StreamsOf, WaitsForEventsAreThoseOfPlainSql) {
  const std::string table = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
  const Asked asked(profile(), "event_waits");
  if (!capture.has(table) || ask("SELECT count(*) FROM " + table) == "0") {
    EXPECT_EQ(asked.answer().outcome, Outcome::cannot_answer);
    return;
  }
  const auto wanted =
      ask("SELECT " + pid_of(table, "globalPid") +
          " AS pid, CASE streamId WHEN 4294967295 THEN 'host' ELSE 'stream' END AS waiter, contextId, "
          "nullif(streamId, 4294967295) AS stream, count(*), sum(end - start) FROM " +
          table + " WHERE eventId <> 4294967295 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4");
  std::vector<std::string> got =
      split(asked.lines({"pid", "waiter", "context", "stream", "waits", "call_ns"}), '\n');
  std::vector<std::string> rows = split(wanted, '\n');
  std::sort(got.begin(), got.end());
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(got, rows);
}

struct Operation {
  Interval of;
  std::string group;
};

// All operations by process and device, each in a group that `group` tells of its kind and of a column.
std::map<std::pair<int64_t, int64_t>, std::vector<Operation>> operations(Capture& capture,
                                                                         const std::string& column) {
  std::map<std::pair<int64_t, int64_t>, std::vector<Operation>> all;
  for (const std::string kind : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string table = "CUPTI_ACTIVITY_KIND_" + kind;
    if (!capture.has(table)) continue;
    const std::string pid = capture.has(table, "globalPid") ? "(globalPid >> 24) & 16777215" : "-1";
    for (const std::string& line :
         split(capture.ask("SELECT " + pid + ", deviceId, start, end, " + column + " FROM " + table), '\n')) {
      const auto cells = split(line, '|');
      all[{std::stoll(cells[0]), std::stoll(cells[1])}].push_back(
          {{std::stoll(cells[2]), std::stoll(cells[3])}, cells[4]});
    }
  }
  return all;
}

// Marks every boundary and counts groups between two of them: slow and plain.
TEST_P(StreamsOf, AloneAndSharedAreThoseOfAPlainCount) {
  std::map<std::string, std::pair<int64_t, int64_t>> wanted;
  for (auto& [place, all] : operations(capture, "contextId || ' ' || streamId")) {
    std::map<std::string, IntervalSet> sets;
    std::map<std::string, std::vector<Interval>> intervals;
    for (const Operation& of : all) intervals[of.group].push_back(of.of);
    for (auto& [group, of] : intervals) sets[group] = IntervalSet::union_of(of);
    for (const auto& [group, set] : sets) {
      IntervalSet others;
      for (const auto& [other, other_set] : sets)
        if (other != group) others = unite(others, other_set);
      const int64_t shared = intersect(set, others).total();
      wanted[std::to_string(place.first) + " " + std::to_string(place.second) + " " + group] = {
          set.total() - shared, shared};
    }
  }
  const Asked asked(profile(), "stream_concurrency");
  std::map<std::string, std::pair<int64_t, int64_t>> got;
  for (size_t row = 0; row < asked.rows(); ++row) {
    std::string key;
    for (const char* column : {"pid", "device", "context", "stream"})
      key += (key.empty() ? "" : " ") + std::to_string(asked.integer(row, column));
    got[key] = {asked.integer(row, "alone_ns"), asked.integer(row, "shared_ns")};
    EXPECT_EQ(asked.integer(row, "total_ns"),
              asked.integer(row, "alone_ns") + asked.integer(row, "shared_ns"));
  }
  EXPECT_EQ(got, wanted);
}

// Families of kernel names are as top_kernels tells them; unions and intersections are made here.
TEST_P(StreamsOf, OverlapsOfClassesAreThoseOfSets) {
  std::map<std::string, std::string> family;
  const Asked kernels(profile(), "top_kernels");
  for (size_t row = 0; row < kernels.rows(); ++row)
    family[kernels.text(row, "name")] = kernels.text(row, "family");
  std::map<std::string, std::vector<Interval>> classes;
  const Profile& of = profile();
  const auto key = [&](StreamIx stream, const std::string& name) {
    const Device& device = of.device_of(stream);
    return std::to_string(of.pid_of(device.process).value_or(-1)) + " " + std::to_string(device.ordinal) +
           " " + name;
  };
  for (size_t i = 0; i < of.kernels().size(); ++i)
    classes[key(of.kernels().stream[i], family[std::string(of.text(of.kernels().name(i)))])].push_back(
        of.kernels().interval(i));
  for (size_t i = 0; i < of.copies().size(); ++i)
    classes[key(of.copies().stream[i], "copy")].push_back(of.copies().interval(i));
  for (size_t i = 0; i < of.memsets().size(); ++i)
    classes[key(of.memsets().stream[i], "memset")].push_back(of.memsets().interval(i));
  const Asked asked(of, "kernel_overlap_matrix");
  const auto total = [&](const std::string& name) { return IntervalSet::union_of(classes[name]).total(); };
  int64_t sum = 0;
  for (size_t row = 0; row < asked.rows(); ++row) {
    const std::string place =
        std::to_string(asked.integer(row, "pid")) + " " + std::to_string(asked.integer(row, "device")) + " ";
    const std::string a = place + asked.text(row, "class_a");
    const std::string b = place + asked.text(row, "class_b");
    const int64_t both =
        intersect(IntervalSet::union_of(classes[a]), IntervalSet::union_of(classes[b])).total();
    EXPECT_EQ(asked.integer(row, "overlap_ns"), both) << a << ", " << b;
    EXPECT_DOUBLE_EQ(asked.real(row, "share_of_a"),
                     static_cast<double>(both) / static_cast<double>(total(a)));
    EXPECT_DOUBLE_EQ(asked.real(row, "share_of_b"),
                     static_cast<double>(both) / static_cast<double>(total(b)));
    sum += both;
  }
  int64_t all = 0;  // no pair is missing
  for (auto a = classes.begin(); a != classes.end(); ++a)
    for (auto b = std::next(a); b != classes.end(); ++b)
      if (split(a->first, ' ')[0] == split(b->first, ' ')[0] &&
          split(a->first, ' ')[1] == split(b->first, ' ')[1])
        all += intersect(IntervalSet::union_of(a->second), IntervalSet::union_of(b->second)).total();
  EXPECT_EQ(sum, all);
}

INSTANTIATE_TEST_SUITE_P(Captures, StreamsOf, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StreamsOf);

}  // namespace
}  // namespace nsys_ai::test

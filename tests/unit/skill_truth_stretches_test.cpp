// Stretches of compute, runs of communication and pairs of streams against plain SQL and sets, on real
// captures and on profiles of random operations, since real ones rarely use two streams at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

// All operations: `kind` is 0 for compute, 1 for communication, 2 for copies, 3 for memsets, 4 for whole
// graphs, which compute and are no kernels.
std::string operations_sql(Capture& capture) {
  std::string sql;
  const auto add = [&](const std::string& table, const std::string& kind, const std::string& joined) {
    if (!capture.has(table)) return;
    sql += (sql.empty() ? "" : " UNION ALL ") +
           ("SELECT " +
            (capture.has(table, "globalPid") ? "(globalPid >> 24) & 16777215" : std::string("NULL")) +
            " AS pid, deviceId AS device, contextId AS context, streamId AS stream, start, end, " + kind +
            " AS kind FROM " + table + joined);
  };
  add("CUPTI_ACTIVITY_KIND_KERNEL", "value LIKE 'nccl%'", " JOIN StringIds ON id = demangledName");
  add("CUPTI_ACTIVITY_KIND_MEMCPY", "2", "");
  add("CUPTI_ACTIVITY_KIND_MEMSET", "3", "");
  add("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "4", "");
  return sql;
}

// Stretches of operations of a kind on their streams, as islands between breaks.
std::string islands_sql(Capture& capture, int kind, int64_t pause) {
  const std::string wanted = kind == 0 ? "(0, 4)" : "(" + std::to_string(kind) + ")";
  return "WITH op AS (" + operations_sql(capture) + "), marked AS (SELECT *, kind IN " + wanted +
         " AND (lag(kind, 1, -1) OVER line NOT IN " + wanted + " OR start - max(end) OVER before > " +
         std::to_string(pause) +
         ") AS begins FROM op WINDOW line AS (PARTITION BY pid, device, context, stream ORDER BY start, "
         "end), before AS (PARTITION BY pid, device, context, stream ORDER BY start, end ROWS BETWEEN "
         "UNBOUNDED PRECEDING AND 1 PRECEDING)), numbered AS (SELECT *, sum(begins) OVER (PARTITION BY pid, "
         "device, context, stream ORDER BY start, end) AS island FROM marked), stretch AS (SELECT pid, "
         "device, context, stream, min(start) AS first, max(end) - min(start) AS length, count(*) AS "
         "operations FROM numbered WHERE kind IN " +
         wanted + " GROUP BY pid, device, context, stream, island) ";
}

struct StreamPlace {
  std::string pid, device, context, stream;
  auto operator<=>(const StreamPlace&) const = default;
  bool shares_gpu_with(const StreamPlace& other) const { return pid == other.pid && device == other.device; }
};
using StreamSets = std::map<StreamPlace, IntervalSet>;

// The union of the operations of each stream, of those kinds alone.
StreamSets sets_of(Capture& capture, const std::string& kinds) {
  std::map<StreamPlace, std::vector<Interval>> intervals;
  const std::string rows =
      capture.ask("SELECT coalesce(pid, '-1'), device, context, stream, start, end FROM (" +
                  operations_sql(capture) + ") WHERE kind IN (" + kinds + ")");
  for (const std::string& line : split(rows, '\n')) {
    const auto cells = split(line, '|');
    intervals[{cells[0], cells[1], cells[2], cells[3]}].push_back(
        {std::stoll(cells[4]), std::stoll(cells[5])});
  }
  StreamSets sets;
  for (auto& [place, of] : intervals) sets[place] = IntervalSet::union_of(std::move(of));
  return sets;
}

StreamPlace place_of(const Asked& asked, size_t row, const std::string& which = "") {
  const auto cell = [&](const std::string& column) { return std::to_string(asked.integer(row, column)); };
  return {cell("pid"), cell("device"), cell("context" + which), cell("stream" + which)};
}

void expect_stretches(Capture& capture) {
  for (const int64_t pause : {int64_t{5'000}, int64_t{1'000'000}}) {
    const Asked asked(capture.profile(), "compute_stretches", {{"max_pause", std::to_string(pause)}});
    EXPECT_EQ(
        asked.lines({"pid", "device", "context", "stream", "stretch_ns", "stretches"}),
        capture.ask(islands_sql(capture, 0, pause) +
                    "SELECT pid, device, context, stream, max(length) AS longest, count(*) FROM stretch "
                    "GROUP BY 1, 2, 3, 4 ORDER BY longest DESC, device, pid, context, stream"));
  }
}

void expect_runs(Capture& capture) {
  const StreamSets communication = sets_of(capture, "1");
  const StreamSets compute = sets_of(capture, "0, 4");
  for (const int64_t pause : {int64_t{5'000}, int64_t{1'000'000}}) {
    const Asked asked(capture.profile(), "nccl_runs", {{"max_pause", std::to_string(pause)}});
    EXPECT_EQ(asked.lines({"pid", "device", "context", "stream", "start_ns", "run_ns", "kernels"}),
              capture.ask(islands_sql(capture, 1, pause) +
                          "SELECT pid, device, context, stream, first, length, operations FROM stretch WHERE "
                          "operations > 1 ORDER BY length DESC, first, pid, device, context, stream"));
    for (size_t row = 0; row < asked.rows(); ++row) {
      const StreamPlace place = place_of(asked, row);
      const int64_t start = asked.integer(row, "start_ns");
      const IntervalSet run = intersect(
          communication.at(place), IntervalSet::union_of({{start, start + asked.integer(row, "run_ns")}}));
      IntervalSet hides;
      for (const auto& [other, set] : compute)
        if (other.shares_gpu_with(place)) hides = unite(hides, set);
      EXPECT_EQ(asked.integer(row, "comm_ns"), run.total());
      EXPECT_EQ(asked.integer(row, "pause_ns"), asked.integer(row, "run_ns") - run.total());
      EXPECT_EQ(asked.integer(row, "exposed_ns"), run.total() - intersect(run, hides).total());
    }
  }
}

void expect_pairs(Capture& capture) {
  const StreamSets sets = sets_of(capture, "0, 1, 2, 3, 4");
  std::map<std::pair<StreamPlace, StreamPlace>, int64_t> wanted, got;
  for (auto a = sets.begin(); a != sets.end(); ++a)
    for (auto b = std::next(a); b != sets.end(); ++b)
      if (const int64_t both =
              a->first.shares_gpu_with(b->first) ? intersect(a->second, b->second).total() : 0)
        wanted[{a->first, b->first}] = both;
  const Asked asked(capture.profile(), "stream_overlap_matrix");
  for (size_t row = 0; row < asked.rows(); ++row) {
    const StreamPlace a = place_of(asked, row, "_a");
    const StreamPlace b = place_of(asked, row, "_b");
    const int64_t both = asked.integer(row, "overlap_ns");
    got[{std::min(a, b), std::max(a, b)}] = both;
    EXPECT_DOUBLE_EQ(asked.real(row, "share_of_a"),
                     static_cast<double>(both) / static_cast<double>(sets.at(a).total()));
    EXPECT_DOUBLE_EQ(asked.real(row, "share_of_b"),
                     static_cast<double>(both) / static_cast<double>(sets.at(b).total()));
  }
  EXPECT_EQ(got, wanted);
}

// Times of each GPU of each process, of which several streams run at a time.
void expect_times_of_gpus(Capture& capture, std::optional<Interval> window) {
  using Gpu = std::pair<std::string, std::string>;
  const auto of_gpus = [&](const std::string& kinds) {
    std::map<Gpu, IntervalSet> sets;
    for (const auto& [place, set] : sets_of(capture, kinds)) {
      const IntervalSet inside = window ? intersect(set, IntervalSet::union_of({*window})) : set;
      sets[{place.pid, place.device}] = unite(sets[{place.pid, place.device}], inside);
    }
    return sets;
  };
  auto compute = of_gpus("0"), communication = of_gpus("1"), kernels = of_gpus("0, 1"), copies = of_gpus("2"),
       all = of_gpus("0, 1, 2, 3, 4");
  ScopeRequest scope;
  scope.window = window;
  const Asked asked(capture.profile(), "overlap_breakdown", {}, scope);
  ASSERT_EQ(asked.rows(), all.size());
  for (size_t row = 0; row < asked.rows(); ++row) {
    const Gpu gpu(std::to_string(asked.integer(row, "pid")), std::to_string(asked.integer(row, "device")));
    const auto expect = [&](const std::string& column, const IntervalSet& set) {
      EXPECT_EQ(asked.integer(row, column), set.total()) << column << " of GPU " << gpu.second;
    };
    expect("kernel_union_ns", kernels[gpu]);
    expect("compute_ns", compute[gpu]);
    expect("comm_ns", communication[gpu]);
    expect("overlap_ns", intersect(compute[gpu], communication[gpu]));
    expect("copy_ns", copies[gpu]);
    expect("copy_kernel_overlap_ns", intersect(copies[gpu], kernels[gpu]));
    expect("busy_ns", all[gpu]);
  }
}

class StretchTruth : public RealCapture {
 protected:
  void SetUp() override {
    if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "contextId")) GTEST_SKIP() << "no kernels, or no contexts";
  }
};

TEST_P(StretchTruth, IsThatOfPlainSql) {
  expect_stretches(capture);
  expect_runs(capture);
  expect_pairs(capture);
  expect_times_of_gpus(capture, {});
}

INSTANTIATE_TEST_SUITE_P(Captures, StretchTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StretchTruth);

// Streams of two processes with the same ids, each in order, whose pauses are about as long as a break.
std::string random_operations(unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  std::string text = "kernel nccl = \"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)\"\nlaunches none\n";
  for (int process = 0; process < 2; ++process) {
    text += "process " + std::to_string(200 + process) + " \"rank\"\n";
    for (int stream = 7; stream < 11; ++stream) {
      int64_t now = 1'000'000 + up_to(20'000);
      text += "gpu " + std::to_string(stream % 2) + " stream " + std::to_string(stream) + " context " +
              std::to_string(1 + stream % 2);
      for (int i = 0; i < 60; ++i) {
        const int sort = up_to(9);
        const char* name = sort < 5 ? "gemm" : sort < 8 ? "nccl" : sort < 9 ? "memcpy_h2d" : "memset";
        now += up_to(3) == 0 ? up_to(12'000) : up_to(600);
        const int64_t end = now + 1 + up_to(9'000);
        text += "  " + std::string(name) + " " + std::to_string(now) + ".." + std::to_string(end);
        now = end;
      }
      text += "\n";
    }
  }
  return text;
}

TEST(StretchesOfRandomOperations, AreThoseOfPlainSql) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const TemporaryFolder folder;
    const auto path = folder / "random.sqlite";
    sketch::write(random_operations(seed), path.string());
    Capture capture(path);
    expect_stretches(capture);
    expect_runs(capture);
    expect_pairs(capture);
    expect_times_of_gpus(capture, {});
    expect_times_of_gpus(capture, Interval{1'050'000, 1'150'000});
    EXPECT_GT(Asked(capture.profile(), "nccl_runs").rows(), 5u);
    EXPECT_GT(Asked(capture.profile(), "stream_overlap_matrix").rows(), 1u);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

// Waits of streams and recordings of events, of both processes by the same ids; some waits are for recordings
// that there are not.
std::string random_waits(unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  std::string text = "empty CUPTI_ACTIVITY_KIND_SYNCHRONIZATION\nempty CUPTI_ACTIVITY_KIND_CUDA_EVENT\n";
  const auto add = [&](const std::string& table, const std::string& columns, const std::string& values,
                       int stream, int process, int id) {
    text +=
        "sql \"INSERT INTO CUPTI_ACTIVITY_KIND_" + table + " (" + columns +
        ", deviceId, contextId, streamId, globalPid, eventId, eventSyncId) SELECT " + values + ", " +
        std::to_string(stream % 2) + ", " + std::to_string(1 + stream % 2) + ", " + std::to_string(stream) +
        ", globalPid, 5, " + std::to_string(id) +
        " FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE (globalPid >> 24) & 16777215 = " + std::to_string(process) +
        " LIMIT 1\"\n";
  };
  for (int process = 200; process < 202; ++process) {
    for (int id = 1; id <= 20; ++id)
      add("CUDA_EVENT", "timestamp", std::to_string(1'000'000 + up_to(600'000)), 7 + up_to(3), process, id);
    for (int i = 0; i < 40; ++i) {
      const int start = 1'000'000 + up_to(500'000);
      add("SYNCHRONIZATION", "syncType, start, end",
          "2, " + std::to_string(start) + ", " + std::to_string(start + 1 + up_to(900)), 7 + up_to(3),
          process, 1 + up_to(24));
    }
  }
  return text;
}

TEST(EventWaitsOfRandomOperations, AreThoseOfPlainSql) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const TemporaryFolder folder;
    const auto path = folder / "random.sqlite";
    sketch::write(random_operations(seed) + random_waits(seed), path.string());
    Capture capture(path);
    std::string got = Asked(capture.profile(), "event_waits")
                          .lines({"pid", "stream", "recorded_stream", "waits", "call_ns", "longest_ns"});
    const std::string wanted = capture.ask(
        "WITH op AS (" + operations_sql(capture) +
        "), wait AS (SELECT (w.globalPid >> 24) & 16777215 AS pid, w.streamId AS stream, r.streamId AS "
        "recorded, w.start, w.end, r.timestamp AS until FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION w LEFT JOIN "
        "CUPTI_ACTIVITY_KIND_CUDA_EVENT r USING (globalPid, eventSyncId)), blocked AS (SELECT *, max(0, until - "
        "max(start, coalesce((SELECT max(op.end) FROM op WHERE op.pid = wait.pid AND op.stream = wait.stream "
        "AND op.start < until), 0))) AS ns FROM wait) SELECT pid, stream, recorded, count(*), sum(end - "
        "start), max(ns) FROM blocked GROUP BY 1, 2, 3");
    std::vector<std::string> ours = split(got, '\n');
    std::vector<std::string> theirs = split(wanted, '\n');
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    EXPECT_EQ(ours, theirs) << "seed " << seed;
    EXPECT_GT(ours.size(), 20u);
  }
}

// As many streams at once as a file can hold: what looked at all that are active would not end.
TEST(StretchesOfManyStreams, TakeNoLongerForHowManyRunAtOnce) {
  const TemporaryFolder folder;
  const auto path = folder / "streams.sqlite";
  sketch::write(R"sketch(
    launches none
    gpu 0 stream 7   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 1..2s   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 2..3s
    gpu 0 stream 8   gemm 1..3s
    sql "CREATE TEMP TABLE made AS SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL"
    sql "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT made.* FROM made, (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n)"
    sql "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET streamId = 10 + (rowid - 4) / 3 + 100000 * (streamId - 7) WHERE rowid > 3"
  )sketch",
                path.string());
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  const auto total = [&](const std::string& skill) {
    const Asked asked(**profile, skill, {{"limit", "3"}});
    EXPECT_EQ(asked.rows(), 3u) << skill;
    return asked.answer().total_rows;
  };
  EXPECT_EQ(total("compute_stretches"), 100'001);
  EXPECT_EQ(total("nccl_runs"), 100'001);
  EXPECT_EQ(total("stream_concurrency"), 200'002);
  EXPECT_EQ(total("stream_overlap_matrix"), 256 * 255 / 2);
}

}  // namespace
}  // namespace nsys_ai::test

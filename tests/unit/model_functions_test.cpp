// Table functions: each gives what the skill of its question gives, on real captures and in parts of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "tests/unit/model_answers.h"

namespace nsys_ai::test {
namespace {

// The same columns by their names in a function and in a skill.
struct Pair {
  std::string function;
  std::string skill;
  std::vector<std::pair<std::string, std::string>> columns;
};

const std::vector<Pair> kPairs = {
    {"call_stats",
     "api_summary",
     {{"name", "name"},
      {"calls", "calls"},
      {"total", "total_ns"},
      {"average", "avg_ns"},
      {"min", "min_ns"},
      {"p50", "p50_ns"},
      {"max", "max_ns"},
      {"share", "share"},
      {"errors", "errors"}}},
    {"gpu_busy",
     "gpu_utilization",
     {{"pid", "pid"},
      {"device", "device"},
      {"span", "span_ns"},
      {"busy", "busy_ns"},
      {"busy_share", "busy_share"},
      {"kernel", "kernel_ns"},
      {"copy", "copy_ns"},
      {"streams", "streams"}}},
    {"gpu_busy",
     "overlap_breakdown",
     {{"pid", "pid"},
      {"device", "device"},
      {"kernels", "kernels"},
      {"kernel_sum", "kernel_sum_ns"},
      {"kernel", "kernel_union_ns"},
      {"compute", "compute_ns"},
      {"communication", "comm_ns"},
      {"overlap", "overlap_ns"},
      {"exposed_communication", "exposed_comm_ns"},
      {"copy_kernel_overlap", "copy_kernel_overlap_ns"},
      {"idle", "idle_ns"}}},
    {"gpu_gap",
     "gpu_idle_gaps",
     {{"id", "ref"},
      {"pid", "pid"},
      {"device", "device"},
      {"start", "start_ns"},
      {"\"end\"", "end_ns"},
      {"idle", "gap_ns"},
      {"overhead", "overhead_ns"},
      {"cause", "cause"}}},
    {"iteration",
     "iteration_timing",
     {{"iteration", "iteration"},
      {"source", "source"},
      {"pid", "pid"},
      {"device", "device"},
      {"start", "start_ns"},
      {"\"end\"", "end_ns"},
      {"duration", "duration_ns"},
      {"busy", "busy_ns"},
      {"communication", "comm_ns"},
      {"idle", "idle_ns"},
      {"kernels", "kernels"},
      {"label", "label"}}},
    {"kernel_stats",
     "top_kernels",
     {{"name", "name"},
      {"family", "family"},
      {"calls", "calls"},
      {"total", "total_ns"},
      {"average", "avg_ns"},
      {"min", "min_ns"},
      {"p50", "p50_ns"},
      {"p90", "p90_ns"},
      {"max", "max_ns"},
      {"share", "share"}}},
    {"nvtx_kernel_stats",
     "nvtx_kernel_map",
     {{"path", "path"}, {"kernel", "kernel"}, {"calls", "calls"}, {"total", "total_ns"}, {"share", "share"}}},
    {"nvtx_projection",
     "nvtx_gpu_projection",
     {{"id", "ref"},
      {"text", "label"},
      {"depth", "depth"},
      {"pid", "pid"},
      {"device", "device"},
      {"start", "start_ns"},
      {"\"end\"", "end_ns"},
      {"busy", "busy_ns"},
      {"operations", "operations"}}},
    {"nvtx_stats",
     "nvtx_summary",
     {{"label", "label"},
      {"domain", "domain"},
      {"style", "style"},
      {"count", "count"},
      {"total", "total_ns"},
      {"self", "self_ns"},
      {"min", "min_ns"},
      {"p50", "p50_ns"},
      {"max", "max_ns"},
      {"open", "open"}}},
    {"os_call_stats",
     "os_runtime",
     {{"pid", "pid"},
      {"name", "name"},
      {"calls", "calls"},
      {"total", "total_ns"},
      {"average", "avg_ns"},
      {"p50", "p50_ns"},
      {"max", "max_ns"}}},
};

class ModelFunctions : public testing::TestWithParam<std::string> {
 protected:
  const Profile& profile() const { return capture.profile(); }

  // `call` is the function as it is written after FROM.
  void same(const Pair& pair, const std::string& call, const ParamValues& values,
            const ScopeRequest& of_function, const ScopeRequest& of_skill) {
    std::string select;
    std::vector<std::string> columns;
    for (const auto& [ours, theirs] : pair.columns) {
      select += (select.empty() ? "" : ", ") + ours;
      columns.push_back(theirs);
    }
    EXPECT_EQ(rows_of(profile(), "SELECT " + select + " FROM " + call, of_function),
              rows_of_skill(profile(), pair.skill, columns, values, of_skill))
        << call << " and " << pair.skill;
  }
  std::optional<Interval> middle() const {
    const Interval all = profile().extent();
    if (all.duration() < 4) return std::nullopt;
    return Interval{all.start + all.duration() / 4, all.end - all.duration() / 4};
  }
  std::set<int64_t> ordinals() const {
    std::set<int64_t> all;
    for (const Device& device : profile().devices()) all.insert(device.ordinal);
    return all;
  }

  Capture capture{profiles_folder() / (GetParam() + ".sqlite")};
};

TEST_P(ModelFunctions, GiveWhatTheirSkillsGive) {
  for (const Pair& pair : kPairs) {
    same(pair, pair.function, {}, {}, {});
    if (middle()) same(pair, pair.function, {}, {{}, middle()}, {{}, middle()});
  }
}

TEST_P(ModelFunctions, TakeTheParametersOfTheirSkills) {
  const auto named = [&](const std::string& function) {
    return *std::find_if(kPairs.begin(), kPairs.end(),
                         [&](const Pair& pair) { return pair.function == function; });
  };
  for (const std::string group : {"name", "short", "family"})
    same(named("kernel_stats"), "kernel_stats('" + group + "')", {{"group", group}}, {}, {});
  for (const std::string gap : {"0", "500ns", "10us", "5ms"}) {
    same(named("gpu_gap"), "gpu_gap('" + gap + "')", {{"min_gap", gap}}, {}, {});
    same(named("gpu_gap"), "gpu_gap WHERE min_gap = '" + gap + "'", {{"min_gap", gap}}, {}, {});
  }
  for (const std::string label : {"a", "step", "no such label"})
    same(named("nvtx_projection"), "nvtx_projection('" + label + "')", {{"label", label}}, {}, {});
  for (const std::string marker : {"step", "no such marker"})
    same(named("iteration"), "iteration('" + marker + "')", {{"marker", marker}}, {}, {});
}

// A parameter of a function narrows as the scope of a skill does.
TEST_P(ModelFunctions, LookAtOneGpuOrProcess) {
  for (const Pair& pair : kPairs) {
    for (const int64_t device : ordinals())
      same(pair, pair.function + " WHERE only_device = " + std::to_string(device), {}, {{}, middle()},
           {{device}, middle()});
    for (const Device& device : profile().devices())
      if (const auto pid = profile().pid_of(device.process))
        same(pair, pair.function + " WHERE only_pid = " + std::to_string(*pid), {}, {},
             {{}, std::nullopt, *pid});
  }
}

// The times of gaps are what the union of operations leaves of the span.
TEST_P(ModelFunctions, GapsAndBusyTimeAreTheSpan) {
  EXPECT_EQ(
      rows_of(profile(),
              "SELECT b.pid, b.device FROM gpu_busy b LEFT JOIN gpu_gap(0) g ON g.process = b.process AND "
              "g.device = b.device GROUP BY b.process, b.device HAVING total(g.duration) <> b.idle"),
      "");
}

// Ranges around launches, by containment in plain SQL.
TEST_P(ModelFunctions, KernelsLieInTheRangesAroundTheirLaunches) {
  if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL") || !capture.has("CUPTI_ACTIVITY_KIND_RUNTIME")) {
    EXPECT_EQ(rows_of(profile(), "SELECT * FROM kernel_nvtx"), "");
    return;
  }
  EXPECT_EQ(
      rows_of(profile(),
              "SELECT k.id, n.nvtx FROM kernel k LEFT JOIN kernel_nvtx n ON n.kernel = k.id AND n.level = 0 "
              "WHERE n.nvtx IS NOT k.nvtx"),
      "");
  if (!capture.has("NVTX_EVENTS")) return;
  const std::string classes = capture.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass") ? "eventClass" : "0";
  const std::string process = capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid")
                                  ? "AND (r.globalTid >> 24) = (k.globalPid >> 24) "
                                  : "";
  const std::string other_end = capture.has("NVTX_EVENTS", "endGlobalTid")
                                    ? "AND coalesce(n.endGlobalTid, n.globalTid) = n.globalTid "
                                    : "";
  EXPECT_EQ(
      rows_of(profile(),
              "SELECT count(*), coalesce(sum(duration), 0), count(DISTINCT nvtx) FROM kernel_nvtx"),
      capture.ask("SELECT count(*), coalesce(sum(took), 0), count(DISTINCT range) FROM (SELECT DISTINCT "
                  "k.rowid, n.rowid AS range, k.\"end\" - k.start AS took FROM CUPTI_ACTIVITY_KIND_KERNEL k "
                  "JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId " +
                  process + "AND k.correlationId <> 0 AND " + classes +
                  " NOT IN (67, 77) JOIN NVTX_EVENTS n ON n.globalTid = r.globalTid AND n.start <= r.start "
                  "AND n.\"end\" >= r.\"end\" AND n.eventType IN (59, 60, 70, 71) " +
                  other_end + ")"));
}

TEST_P(ModelFunctions, LatencyAndQueueAreThoseOfTheLaunch) {
  const ScopeRequest whole, part{{}, middle()};
  for (const ScopeRequest& scope : {whole, part}) {
    const std::string joined = " FROM kernel AS k JOIN runtime_call AS c ON c.id = k.launch";
    EXPECT_EQ(rows_of(profile(), "SELECT count(latency), sum(latency), max(latency) FROM kernel", scope),
              rows_of(profile(), "SELECT count(*), sum(k.start - c.start), max(k.start - c.start)" + joined,
                      scope));
    EXPECT_EQ(rows_of(profile(), "SELECT count(queue), sum(queue), min(queue) FROM kernel", scope),
              rows_of(profile(),
                      "SELECT count(*), sum(k.start - c.end), min(k.start - c.end)" + joined +
                          " WHERE k.start > c.end",
                      scope));
  }
}

TEST_P(ModelFunctions, PercentilesAreInterpolatedBetweenSortedValues) {
  for (const auto& [percent, part] :
       {std::pair{"50", 0.5}, std::pair{"90", 0.9}, std::pair{"0", 0.0}, std::pair{"100", 1.0}}) {
    const std::string sorted = fmt::format(
        "WITH k AS (SELECT duration AS d, row_number() OVER (ORDER BY duration) - 1 AS n, {} * (count(*) OVER () - 1) AS place FROM kernel) "
        "SELECT max(CASE WHEN n = CAST(place AS INTEGER) THEN d END) + (max(CASE WHEN n = ceil(place) THEN d END) - "
        "max(CASE WHEN n = CAST(place AS INTEGER) THEN d END)) * (max(place) - CAST(max(place) AS INTEGER)) FROM k",
        part);
    EXPECT_EQ(rows_of(profile(), fmt::format("SELECT round(percentile(duration, {})) FROM kernel", percent)),
              rows_of(profile(), fmt::format("SELECT round(x * 1.0) FROM (SELECT ({}) AS x)", sorted)))
        << percent;
  }
  EXPECT_EQ(rows_of(profile(), "SELECT family, median(duration) FROM kernel GROUP BY family ORDER BY family"),
            rows_of(profile(),
                    "SELECT family, percentile(duration, 50) FROM kernel GROUP BY family ORDER BY family"));
}

// To nine digits: sums in another order round differently.
TEST_P(ModelFunctions, DeviationIsThatOfAllValues) {
  const std::string squares =
      "SELECT avg((duration - m) * (duration - m)) AS v FROM kernel, (SELECT avg(duration) AS m FROM kernel)";
  EXPECT_EQ(
      rows_of(
          profile(),
          "SELECT printf('%.9g', x * x) FROM (SELECT coalesce(stddev_pop(duration), 0) AS x FROM kernel)"),
      rows_of(profile(), "SELECT printf('%.9g', coalesce(v, 0)) FROM (" + squares + ")"));
}

// A gap of a stream lies between the latest end of what ran before and the next start.
TEST_P(ModelFunctions, GapsOfStreamsLieBetweenTheirOperations) {
  const std::string operations =
      "SELECT process, device, context, stream, start, end FROM kernel UNION ALL "
      "SELECT process, device, context, stream, start, end FROM memcpy UNION ALL "
      "SELECT process, device, context, stream, start, end FROM memset UNION ALL "
      "SELECT process, device, context, stream, start, end FROM graph_run";
  const std::string swept =
      "SELECT process, device, context, stream, count(*), sum(start - reached) FROM (SELECT *, max(end) OVER "
      "(PARTITION BY process, device, context, stream ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 "
      "PRECEDING) AS reached FROM (" +
      operations + ")) WHERE start > reached GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4";
  EXPECT_EQ(rows_of(profile(),
                    "SELECT process, device, context, stream, count(*), sum(duration) FROM stream_gap "
                    "GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"),
            rows_of(profile(), swept));
}

INSTANTIATE_TEST_SUITE_P(All, ModelFunctions, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ModelFunctions);

}  // namespace
}  // namespace nsys_ai::test

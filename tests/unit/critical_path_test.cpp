// The critical path against brute force: every path of small random captures is walked, larger ones and real
// captures are compared with the graph of what waits for what, and on real captures its classes add up to the
// time of each process.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "analysis/time/critical_path.h"
#include "tests/unit/path_graph.h"
#include "tests/unit/skill_answers.h"

namespace nsys_ai::test {
namespace {

// Calls on two threads, and what they launch on two streams in order.
std::string random_launches(uint32_t seed, int calls = 4) {
  std::mt19937 random(seed);
  const auto upto = [&](int most) { return static_cast<int>(random() % static_cast<uint32_t>(most + 1)); };
  std::ostringstream out;
  int stream_end[2] = {0, 0};
  for (int thread = 1; thread <= 2; ++thread) {
    int now = upto(20);
    for (int call = 0; call < calls; ++call) {
      now += upto(15);
      const int end = now + 1 + upto(5);
      const int kind = upto(5);
      if (kind <= 2) {
        const int stream = upto(1);
        const int start = std::max(now + upto(10), stream_end[stream] + upto(3));
        stream_end[stream] = start + upto(30);
        out << "gpu 0 stream " << 7 + stream << (kind == 0 ? " memcpy_h2d " : " k ") << start << ".."
            << stream_end[stream] << "us [launch=" << now << ".." << end << "us thread=" << thread << "]\n";
        now = end;
      } else if (kind == 3) {
        now = std::max(end, std::max(stream_end[0], stream_end[1]) + upto(4));
        out << "api thread " << thread << " cudaDeviceSynchronize " << end - 1 << ".." << now << "us\n";
      } else {
        out << "api thread " << thread << (kind == 4 ? " cudaStreamWaitEvent " : " cudaMalloc ") << now
            << ".." << end << "us\n";
        now = end;
      }
    }
  }
  return out.str();
}

// Every path from a node to wherever it ends.
int64_t longest_from(const PathGraph& graph, uint32_t node, PathClass without, bool all) {
  int64_t best = 0;
  for (const PathGraph::Edge& edge : graph.edges)
    if (edge.from == node)
      best = std::max(
          best, (all || edge.of != without ? edge.weight : 0) + longest_from(graph, edge.to, without, all));
  return best;
}

TEST(CriticalPath, IsTheLongestOfAllPaths) {
  size_t with_paths = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const std::string sketch = random_launches(seed);
    SCOPED_TRACE(sketch);
    const ProfilePtr profile = loaded(sketch);
    const PathGraph graph = path_graph(*profile, Scope::whole(*profile), ProcessIx(0));
    ASSERT_FALSE(graph.time.empty());
    const std::vector<CriticalPath> paths = critical_paths(*profile, Scope::whole(*profile));
    ASSERT_EQ(paths.size(), 1u);
    const CriticalPath& path = paths[0];
    EXPECT_EQ(path.total, longest_from(graph, 0, PathClass::host, true));
    EXPECT_EQ(path.total, graph.time.back() - graph.time.front());
    EXPECT_EQ(std::accumulate(path.on_path.begin(), path.on_path.end(), int64_t{0}), path.total);
    for (size_t of = 0; of < kPathClasses; ++of) {
      EXPECT_EQ(path.without[of], longest_from(graph, 0, static_cast<PathClass>(of), false)) << of;
      EXPECT_GE(path.without[of], path.total - path.on_path[of]) << of;
    }
    with_paths += path.total > 0 ? 1 : 0;
  }
  EXPECT_GT(with_paths, 50u);
}

void expect_paths_of_graphs(const Profile& profile, const Scope& scope) {
  for (const CriticalPath& path : critical_paths(profile, scope)) {
    const CriticalPath wanted = longest_path(path_graph(profile, scope, path.process), path.process);
    EXPECT_EQ(path.total, wanted.total);
    EXPECT_EQ(path.on_path, wanted.on_path);
    EXPECT_EQ(path.without, wanted.without);
  }
}

Scope middle_of(const Profile& profile) {
  const Interval all = profile.extent();
  return *Scope::make(profile, {{}, Interval{all.start + all.duration() / 4, all.end - all.duration() / 4}});
}

TEST(CriticalPath, IsThatOfTheGraph) {
  for (uint32_t seed = 100; seed < 160; ++seed) {
    const std::string sketch = random_launches(seed, 40);
    SCOPED_TRACE(sketch);
    const ProfilePtr profile = loaded(sketch);
    expect_paths_of_graphs(*profile, Scope::whole(*profile));
    expect_paths_of_graphs(*profile, middle_of(*profile));
  }
}

TEST(CriticalPath, StopsWhenCancelled) {
  const ProfilePtr profile = loaded(random_launches(1));
  Work work;
  work.cancel.cancel();
  EXPECT_TRUE(critical_paths(*profile, Scope::whole(*profile), work).empty());
}

class PathTruth : public testing::TestWithParam<std::filesystem::path> {};

// From the first start to the last end of calls and operations of each process.
TEST_P(PathTruth, AddsUpToTheTimeOfTheProcess) {
  Capture capture(GetParam());
  const AnswerRows rows(ask_all(capture.profile(), "critical_path"));
  if (rows.answer().outcome != Outcome::rows) GTEST_SKIP() << rows.answer().reason;
  if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid")) GTEST_SKIP() << "no process ids";
  std::map<int64_t, int64_t> got;
  for (size_t i = 0; i < rows.size(); ++i) {
    got[rows.is_null(i, "pid") ? 0 : rows.integer(i, "pid")] += rows.integer(i, "on_path_ns");
    EXPECT_GE(rows.integer(i, "if_zero_ns"), 0);
  }
  std::string all =
      "SELECT globalTid >> 24 & 16777215 pid, start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE "
      "eventClass NOT IN (67, 77)";
  for (const char* table : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"})
    if (capture.has(std::string("CUPTI_ACTIVITY_KIND_") + table))
      all +=
          std::string(" UNION ALL SELECT globalPid >> 24 & 16777215, start, end FROM CUPTI_ACTIVITY_KIND_") +
          table;
  std::map<int64_t, int64_t> wanted;
  for (const auto& row :
       table_of(capture.ask("SELECT pid, max(end) - min(start) FROM (" + all + ") GROUP BY pid")))
    wanted[std::stoll(row[0])] = std::stoll(row[1]);
  EXPECT_EQ(got, wanted);
}

TEST_P(PathTruth, IsThatOfTheGraph) {
  Capture capture(GetParam());
  expect_paths_of_graphs(capture.profile(), Scope::whole(capture.profile()));
  if (!capture.profile().extent().empty())
    expect_paths_of_graphs(capture.profile(), middle_of(capture.profile()));
}

INSTANTIATE_TEST_SUITE_P(Captures, PathTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PathTruth);

}  // namespace
}  // namespace nsys_ai::test

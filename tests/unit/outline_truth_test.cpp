// The tree of NVTX ranges on real captures: equal to the skills, and to unions made again from the rows of
// events.
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "base/interval_set.h"
#include "base/text_table.h"
#include "tests/unit/views_case.h"

namespace nsys_ai::test {
namespace {

class OutlineTruth : public Views {};

TEST_P(OutlineTruth, AddsUpToTheKernelMapAndTheCoverage) {
  for (const ScopeRequest& scope : scopes()) {
    OutlineOptions options;
    options.kernels = true;
    const AnswerRows rows(outline(options, scope).answer);
    using Totals = std::map<std::pair<std::string, std::string>, std::pair<int64_t, int64_t>>;
    Totals got, wanted;
    int64_t own = 0;
    int64_t roots = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (is_range(rows, i)) own += rows.integer(i, "own_kernel_ns");
      if (rows.text(i, "kind") == "thread") roots += rows.integer(i, "kernel_ns");
      if (rows.text(i, "kind") != "kernel") continue;
      auto& of = got[{rows.text(i, "path"), rows.text(i, "label")}];
      of.first += rows.integer(i, "kernels");
      of.second += rows.integer(i, "kernel_ns");
    }
    const AnswerRows map(ask_all(profile(), "nvtx_kernel_map", {}, scope));
    for (size_t i = 0; i < map.size(); ++i)
      wanted[{map.text(i, "path"), map.text(i, "kernel")}] = {map.integer(i, "calls"),
                                                              map.integer(i, "total_ns")};
    EXPECT_EQ(got, wanted);
    const AnswerRows coverage(ask_all(profile(), "nvtx_coverage", {}, scope));
    if (coverage.size() == 0) continue;
    EXPECT_EQ(own, coverage.integer(0, "kernel_ns_in_nvtx"));
    EXPECT_EQ(roots, coverage.integer(0, "kernel_ns_in_nvtx"));
  }
}

// Host times and counts by label, where each range lies on a path.
TEST_P(OutlineTruth, HasTheRangesOfTheSummary) {
  for (const ScopeRequest& scope : scopes()) {
    const Outline made = outline({}, scope);
    const AnswerRows rows(made.answer);
    std::map<std::string, std::pair<int64_t, int64_t>> got, wanted;
    int64_t count = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!is_range(rows, i)) continue;
      count += rows.integer(i, "instances");
      if (rows.integer(i, "instances") == 0) continue;
      auto& of = got[rows.text(i, "label")];
      of.first += rows.integer(i, "instances");
      of.second += rows.integer(i, "host_ns");
    }
    const AnswerRows summary(ask_all(profile(), "nvtx_summary", {}, scope));
    int64_t closed = 0;
    for (size_t i = 0; i < summary.size(); ++i) {
      closed += summary.integer(i, "count");
      if (summary.integer(i, "count") == 0) continue;
      auto& of = wanted[summary.text(i, "label")];
      of.first += summary.integer(i, "count");
      of.second += summary.integer(i, "total_ns");
    }
    // Those that end on another thread lie on no path.
    const auto within = Scope::make(profile(), scope);
    ASSERT_TRUE(within);
    const Nvtx& nvtx = profile().nvtx();
    int64_t crossing = 0;
    for (size_t i = 0; i < nvtx.size(); ++i)
      if (nvtx.is_range(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] != nvtx.end_thread[i])
        crossing += within->clip(nvtx.interval(i)) ? 1 : 0;
    EXPECT_EQ(closed - count, crossing);
    if (crossing == 0) {
      EXPECT_EQ(got, wanted);
    }
  }
}

TEST_P(OutlineTruth, SharesAreNoMoreThanTheWhole) {
  const AnswerRows rows(outline().answer);
  std::vector<int64_t> inside(rows.size(), 0);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows.is_null(i, "parent")) {
      const auto parent = static_cast<size_t>(rows.integer(i, "parent"));
      ASSERT_LT(parent, i);
      EXPECT_EQ(rows.integer(i, "depth"), rows.integer(parent, "depth") + 1);
      inside[parent] += rows.integer(i, "kernel_ns");
    }
    if (!rows.is_null(i, "share")) {
      EXPECT_LE(rows.real(i, "share"), 1.0);
    }
  }
  for (size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows.integer(i, "kernel_ns"), inside[i] + rows.integer(i, "own_kernel_ns"));
}

// Unions by path, made again from the rows that are exported.
TEST_P(OutlineTruth, IsBusyForTheUnionOfItsOperations) {
  for (const ScopeRequest& request : scopes()) {
    const Outline made = outline({}, request);
    const AnswerRows rows(made.answer);
    const auto scope = Scope::make(profile(), request);
    ASSERT_TRUE(scope);
    using Place = std::tuple<int64_t, int64_t, std::string>;  // pid, tid, path
    std::map<Place, std::map<int64_t, std::vector<Interval>>> launched;
    EventRows events(profile(), *scope);
    const auto visit = [&]<class Row>(EventType family, Row row) {
      for (size_t i = 0; i < events.size(family); ++i) {
        if (!events.read(i, row) || !row.launched.nvtx_path) continue;
        const std::string path(*row.launched.nvtx_path);
        const Interval time{row.ran.start_ns.count, row.ran.end_ns.count};
        for (size_t end = path.find(" > ");; end = path.find(" > ", end + 1)) {
          launched[{row.ran.pid ? row.ran.pid->number : -1, row.launched.launch_tid->number,
                    path.substr(0, end)}][row.ran.device.number]
              .push_back(time);
          if (end == std::string::npos) break;
        }
      }
    };
    visit(EventType::kernels, KernelEvent());
    visit(EventType::copies, CopyEvent());
    visit(EventType::memsets, MemsetEvent());
    visit(EventType::graphs, GraphEvent());
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!is_range(rows, i)) continue;
      const Place place{rows.is_null(i, "pid") ? -1 : rows.integer(i, "pid"), rows.integer(i, "tid"),
                        rows.text(i, "path")};
      int64_t busy = 0;
      for (const auto& [device, times] : launched[place]) busy += IntervalSet::union_of(times).total();
      EXPECT_EQ(rows.integer(i, "busy_ns"), busy) << rows.text(i, "path");
    }
  }
}

TEST_P(OutlineTruth, CountsInstancesOverTime) {
  OutlineOptions options;
  options.parts = 7;
  const Outline made = outline(options);
  for (const OutlineLine& line : made.lines) {
    if (line.kind != OutlineLine::range) continue;
    ASSERT_EQ(line.over_time.size(), 7u);
    int64_t sum = 0;
    for (const uint32_t count : line.over_time) {
      EXPECT_LE(count, line.instances);
      sum += count;
    }
    EXPECT_GE(sum, line.instances) << line.label;
  }
}

// Whatever is typed, the shown ranges are those of the whole tree with all that is around them.
TEST_P(OutlineTruth, ShowsTheLongestWithWhatIsAroundThem) {
  const Outline whole = outline();
  if (whole.ranges < 6) GTEST_SKIP() << "few ranges";
  OutlineOptions options;
  options.limit = whole.ranges / 2;
  const auto cut = nvtx_outline(profile(), {}, options);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->ranges, whole.ranges / 2);
  EXPECT_TRUE(cut->answer.truncated);
  std::map<uint32_t, const OutlineLine*> all;
  for (const OutlineLine& line : whole.lines) all[line.node] = &line;
  int64_t shortest = INT64_MAX;
  std::set<uint32_t> shown;
  uint32_t depth = 0;
  for (const OutlineLine& line : cut->lines) {
    EXPECT_LE(line.depth, depth + 1) << "a line without the one around it";
    depth = line.depth;
    if (line.kind != OutlineLine::range) continue;
    shown.insert(line.node);
    shortest = std::min(shortest, cut->by_gpu ? line.kernel_time : line.host);
  }
  if (whole.by_gpu)
    for (const auto& [node, line] : all)
      if (line->kind == OutlineLine::range && !shown.contains(node)) {
        EXPECT_LE(line->kernel_time, shortest);
      }
}

TEST_P(OutlineTruth, TextKeepsWithinItsWidth) {
  const Outline made = outline();
  for (const size_t width : {60u, 80u, 200u}) {
    const std::string text = outline_text(made, {width, Glyphs::unicode});
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) EXPECT_LE(display_width(line), width) << line;
  }
  const std::string plain = outline_text(made, {80, Glyphs::ascii});
  EXPECT_EQ(plain.find("█"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Captures, OutlineTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OutlineTruth);

}  // namespace
}  // namespace nsys_ai::test

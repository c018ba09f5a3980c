// Durations in groups: sorting on all cores gives what adding one by one gives.
#include "analysis/durations.h"

#include <gtest/gtest.h>

namespace nsys_ai::test {
namespace {

// Enough events for many pieces; every fifth counts for nothing.
TEST(Durations, OfManyEventsStandInTheirGroups) {
  constexpr size_t kEvents = 700'001;
  constexpr size_t kGroups = 7;
  std::vector<std::vector<int64_t>> wanted(kGroups);
  for (size_t i = 0; i < kEvents; ++i)
    if (i % 5 != 0) wanted[i * i % kGroups].push_back(static_cast<int64_t>(i));
  DurationGroups groups = grouped_durations(kGroups, kEvents, [](size_t i, size_t to, auto visit) {
    for (; i < to; ++i)
      if (i % 5 != 0) visit(i * i % kGroups, static_cast<int64_t>(i));
  });
  const std::vector<DurationStats> before = stats_of_groups(groups);
  ASSERT_EQ(before.size(), kGroups);
  for (size_t group = 0; group < kGroups; ++group) {
    auto got = groups.of(group);
    std::sort(got.begin(), got.end());
    EXPECT_TRUE(std::equal(got.begin(), got.end(), wanted[group].begin(), wanted[group].end())) << group;
    if (wanted[group].empty()) continue;
    EXPECT_EQ(before[group].calls, static_cast<int64_t>(wanted[group].size()));
    EXPECT_EQ(before[group].min, wanted[group].front());
    EXPECT_EQ(before[group].max, wanted[group].back());
    EXPECT_EQ(before[group].p50, percentile(wanted[group], 0.5));
    EXPECT_EQ(before[group].p90, percentile(wanted[group], 0.9));
  }
}

TEST(Durations, OfNothingAreZero) {
  DurationGroups groups = grouped_durations(2, 0, [](size_t, size_t, auto) {});
  for (const DurationStats& stats : stats_of_groups(groups))
    EXPECT_EQ(stats.calls + stats.total + stats.max, 0);
}

// 1, 2, 3, 4: the median lies in the middle of 2 and 3, rounded up; nine tenths at 3.7.
TEST(Durations, PercentilesLieBetweenTheTwoNearest) {
  std::vector<int64_t> values{4, 1, 3, 2};
  const DurationStats stats = duration_stats(values);
  EXPECT_EQ(stats.p50, 3);
  EXPECT_EQ(stats.p90, 4);
  EXPECT_EQ(stats.average, 3);
}

}  // namespace
}  // namespace nsys_ai::test

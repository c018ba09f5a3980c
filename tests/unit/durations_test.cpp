// Durations in groups: sorting on all cores gives what adding one by one gives.
#include "analysis/durations.h"

#include <gtest/gtest.h>

#include <random>

namespace nsys_ai::test {
namespace {

// Enough events for many pieces; every fifth counts for nothing. The longest lasts `longest`.
void expect_groups(int64_t longest) {
  constexpr size_t kEvents = 700'001;
  constexpr size_t kGroups = 7;
  const auto duration_of = [&](size_t i) { return i + 1 == kEvents ? longest : static_cast<int64_t>(i); };
  std::vector<std::vector<int64_t>> wanted(kGroups);
  for (size_t i = 0; i < kEvents; ++i)
    if (i % 5 != 0) wanted[i * i % kGroups].push_back(duration_of(i));
  DurationGroups groups = grouped_durations(kGroups, kEvents, [&](size_t i, size_t to, auto visit) {
    for (; i < to; ++i)
      if (i % 5 != 0) visit(i * i % kGroups, duration_of(i));
  });
  const std::vector<DurationStats> before = stats_of_groups(groups);
  ASSERT_EQ(before.size(), kGroups);
  for (size_t group = 0; group < kGroups; ++group) {
    std::ranges::sort(wanted[group]);
    groups.of(group, [&](auto durations) {
      std::vector<int64_t> got(durations.begin(), durations.end());
      std::ranges::sort(got);
      EXPECT_EQ(got, wanted[group]) << group;
    });
    if (wanted[group].empty()) continue;
    EXPECT_EQ(before[group].calls, static_cast<int64_t>(wanted[group].size()));
    EXPECT_EQ(before[group].min, wanted[group].front());
    EXPECT_EQ(before[group].max, wanted[group].back());
    EXPECT_EQ(before[group].p50, percentile(wanted[group], 0.5));
    EXPECT_EQ(before[group].p90, percentile(wanted[group], 0.9));
  }
}

TEST(Durations, OfManyEventsStandInTheirGroups) { expect_groups(4'294'967'295); }

// 32 bits hold 4.29 s; what lasts longer is kept whole.
TEST(Durations, OfManySecondsStandInTheirGroups) { expect_groups(int64_t{1} << 40 | 7); }

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

// What sorting gives, of values that are alike, near each other, far apart, below zero, and few.
TEST(Durations, PercentilesAreThoseOfSortedValues) {
  std::mt19937_64 random(7);
  for (const int bits : {0, 1, 5, 6, 7, 12, 31, 32, 45, 63})
    for (const size_t count : {1, 2, 3, 64, 1000, 20'000}) {
      std::vector<int64_t> values;
      for (size_t i = 0; i < count; ++i)
        values.push_back(static_cast<int64_t>(bits == 0 ? 0 : random() >> (64 - bits)) -
                         (bits < 63 ? 900 : 0));
      Percentiles<int64_t> percentiles(values);
      std::vector<int64_t> sorted = values;
      std::ranges::sort(sorted);
      for (const double fraction : {0.0, 0.01, 0.5, 0.9, 0.99, 1.0})
        EXPECT_EQ(percentiles.at(fraction), percentile(sorted, fraction))
            << bits << " " << count << " " << fraction;
    }
}

}  // namespace
}  // namespace nsys_ai::test

// What all cores look at side by side, in a run of many operations: as one look at each of them says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "analysis/time/busy.h"
#include "analysis/time/gap_detail.h"
#include "analysis/time/iterations.h"
#include "profile/order.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

constexpr int kMany = 300'000;  // enough for several threads
constexpr int kSteps = 30;

// Kernels of 5 us every 100 us, each with its launch; 30 steps of 1 s.
ProfilePtr many_operations(const std::string& more = "") {
  const std::string numbers =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " + std::to_string(kMany) + ")";
  const auto repeated = [&](const std::string& table, const std::string& changes) {
    return "sql \"CREATE TABLE many AS " + numbers + " SELECT * FROM n CROSS JOIN " + table +
           "; UPDATE many SET start = start + i * 100000, end = end + i * 100000" + changes +
           "; ALTER TABLE many DROP COLUMN i; DELETE FROM " + table + "; INSERT INTO " + table +
           " SELECT * FROM many; DROP TABLE many\"\n";
  };
  return loaded(
      "gpu 0 stream 7   work 100..105us\nnvtx thread 1   step 0..1s\n" +
      repeated("CUPTI_ACTIVITY_KIND_KERNEL", ", correlationId = i") +
      repeated("CUPTI_ACTIVITY_KIND_RUNTIME", ", correlationId = i") +
      "sql \"CREATE TABLE steps AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT " +
      std::to_string(kSteps) +
      ") SELECT * FROM n CROSS JOIN NVTX_EVENTS; UPDATE steps SET start = i * 1000000000, " +
      "end = (i + 1) * 1000000000; ALTER TABLE steps DROP COLUMN i; DELETE FROM NVTX_EVENTS; "
      "INSERT INTO NVTX_EVENTS SELECT * FROM steps; DROP TABLE steps\"\n" +
      more);
}

TEST(ManyOperations, HaveTheSpansOfTheirSteps) {
  const ProfilePtr profile = many_operations();
  const Kernels& kernels = profile->kernels();
  const Launches& launches = profile->derived(build_launches);
  ASSERT_EQ(kernels.size(), size_t{kMany});
  std::map<int64_t, Interval> expected;  // by start of the step
  for (size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    const int64_t launched = profile->calls().start[launches.of_kernel[kernel]];
    const Interval ran = kernels.interval(kernel);
    const auto [span, is_new] = expected.try_emplace(launched / 1'000'000'000, ran);
    if (!is_new)
      span->second = {std::min(span->second.start, ran.start), std::max(span->second.end, ran.end)};
  }
  const Iterations steps = find_iterations(*profile, "step");
  ASSERT_EQ(steps.all.size(), size_t{kSteps});
  for (const Iteration& step : steps.all)
    EXPECT_EQ(step.gpu, expected.at(step.bounds.start / 1'000'000'000)) << step.number;
}

// Each seventh lasts until others have begun, and one over what is swept in one part.
TEST(ManyOperations, KeepTheirGpuBusyForTheirUnion) {
  const ProfilePtr profile = many_operations(
      "sql \"UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + CASE WHEN correlationId = 200000 THEN 7000000000 "
      "WHEN correlationId % 7 = 0 THEN 350000 ELSE 0 END\"\n");
  for (const Interval window : {Interval{}, Interval{150'000, 29'000'000'050}}) {
    const Scope whole = Scope::whole(*profile);
    const Scope scope = window.empty() ? whole : whole.within(window);
    std::vector<Interval> all;
    int64_t sum = 0;
    for (size_t kernel = 0; kernel < profile->kernels().size(); ++kernel)
      if (const auto inside = scope.clip(profile->kernels().interval(kernel))) {
        all.push_back(*inside);
        sum += inside->duration();
      }
    const std::vector<DeviceTime> times = device_times(*profile, scope);
    ASSERT_EQ(times.size(), 1u);
    const int64_t expected = IntervalSet::union_of(all).total();
    EXPECT_EQ(times[0].operations, std::ssize(all));
    EXPECT_EQ(times[0].streams, 1);
    EXPECT_EQ(times[0].kernel_sum, sum);
    EXPECT_EQ(times[0].busy, expected);
    EXPECT_EQ(times[0].kernel, expected);
    EXPECT_EQ(times[0].compute, expected);
    EXPECT_EQ(times[0].communication, 0);
  }
}

TEST(ManyOperations, HaveCallsInTheirGaps) {
  const ProfilePtr profile = many_operations();
  std::vector<IdleGap> gaps = idle_gaps(*profile, Scope::whole(*profile), 20'000);
  ASSERT_EQ(gaps.size(), size_t{kMany - 1});
  const Calls& calls = profile->calls();
  std::sort(gaps.begin(), gaps.end(),
            [](const IdleGap& a, const IdleGap& b) { return a.gap.start < b.gap.start; });
  std::vector<int64_t> expected(gaps.size(), 0), found;
  for (size_t call = 0; call < calls.size(); ++call) {
    const Interval made = calls.interval(call);
    auto gap = std::partition_point(gaps.begin(), gaps.end(),
                                    [&](const IdleGap& of) { return of.gap.end <= made.start; });
    for (; gap != gaps.end() && gap->gap.start < made.end; ++gap)
      expected[static_cast<size_t>(gap - gaps.begin())] += intersect(made, gap->gap).duration();
  }
  const auto details = gap_details(*profile, gaps, {});
  ASSERT_TRUE(details);
  for (const GapDetail& detail : *details) found.push_back(detail.any_call);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace nsys_ai::test

// What is read of a capture that does not fit into memory, and what is said of the rest.
#include "profile/load/load_plan.h"

#include <gmock/gmock.h>

#include "base/memory.h"
#include "profile/load/load.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

LoadSize size_with_room(int64_t room) {
  return {.gpu_operations = 1000, .calls = 2000, .nvtx = 1000, .extent = {0, 100 * kSecond}, .room = room};
}

TEST(LoadPlan, ReadsEverythingThatFits) {
  const LoadPlan plan = plan_load(size_with_room(1 << 20), {});
  EXPECT_TRUE(plan.calls);
  EXPECT_TRUE(plan.nvtx);
  EXPECT_FALSE(plan.window);
}

TEST(LoadPlan, LeavesOutRangesFirstThenCalls) {
  const int64_t whole = plan_load(size_with_room(1 << 20), {}).whole_bytes;
  const LoadPlan without_ranges = plan_load(size_with_room(whole - 1), {});
  EXPECT_TRUE(without_ranges.calls);
  EXPECT_FALSE(without_ranges.nvtx);
  EXPECT_FALSE(without_ranges.window);
  const LoadPlan gpu_only = plan_load(size_with_room(whole / 3), {});
  EXPECT_FALSE(gpu_only.calls);
  EXPECT_FALSE(gpu_only.nvtx);
  EXPECT_FALSE(gpu_only.window);
}

TEST(LoadPlan, ReadsTheBeginningWhereNotEvenTheGpuFits) {
  const int64_t whole = plan_load(size_with_room(1 << 20), {}).whole_bytes;
  const LoadPlan plan = plan_load(size_with_room(whole / 10), {});
  ASSERT_TRUE(plan.window);
  EXPECT_EQ(plan.window->start, 0);
  EXPECT_GT(plan.window->end, 0);
  EXPECT_LT(plan.window->end, 50 * kSecond);
}

TEST(LoadPlan, ReadsTheWindowThatWasAskedForWithEverythingInIt) {
  const int64_t whole = plan_load(size_with_room(1 << 20), {}).whole_bytes;
  const Interval wanted{40 * kSecond, 50 * kSecond};
  const LoadPlan plan = plan_load(size_with_room(whole / 4), {.window = wanted});
  EXPECT_EQ(plan.window, wanted);
  EXPECT_TRUE(plan.calls);
  EXPECT_TRUE(plan.nvtx);
  // Where everything fits, a window is no reason to read less.
  EXPECT_FALSE(plan_load(size_with_room(whole), {.window = wanted}).window);
}

// A limit for one test.
struct LimitedMemory {
  explicit LimitedMemory(int64_t bytes) { set_memory_limit(bytes); }
  ~LimitedMemory() { set_memory_limit(0); }
};

TEST(MemoryLimit, IsRefusedInOneSentenceWhenNothingFits) {
  const TemporaryFolder folder;
  const auto path = folder / "a.sqlite";
  sketch::write("repeat 200 every 10us { gpu 0 stream 7   k 0..5us }\n", path.string());
  const LimitedMemory limited(1);
  const auto profile = load_profile(path);
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message,
              testing::MatchesRegex("The profile needs about .* of memory, and 0 B is left\\."));
  EXPECT_THAT(profile.error().hint, testing::HasSubstr("--memory-limit"));
}

TEST(EdgesOnly, TellRowsAndTimesAndWhoWasThere) {
  const TemporaryFolder folder;
  const auto path = folder / "a.sqlite";
  sketch::write("repeat 3000 every 10us { gpu 0 stream 7   k 0..5us }\n", path.string());
  const auto profile = load_profile(path, {}, {.window = {}, .edges_only = true});
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_TRUE((*profile)->info().edges_only);
  EXPECT_LT((*profile)->kernels().size(), 3000u);
  EXPECT_GT((*profile)->kernels().size(), 1u);
  for (const FileTable& table : (*profile)->tables())
    EXPECT_EQ(table.rows, table.read_as == "kernel" ? 3000 : table.rows);
  EXPECT_EQ((*profile)->extent().end, 29'990'000 + 5'000);
}

}  // namespace
}  // namespace nsys_ai::test

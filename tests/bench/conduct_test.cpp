// How the loader behaves with a profile that takes a while: progress, cancel, limits. Clocks are looked at
// with much slack, since other work may run beside the tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "base/memory.h"
#include "profile/load/load.h"
#include "profile/order.h"
#include "tests/bench/child.h"
#include "tests/bench/shapes.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::bench {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using test::TemporaryFolder;

// Made once for all tests here: 1.4 million rows, some 85 MB.
class Conduct : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    GenerateOptions options{.workload = {}, .samples = 50, .path = path().string()};
    options.workload.counts = {.kernels = 400'000,
                               .calls = 600'000,
                               .nvtx = 400'000,
                               .copies = 1'000,
                               .memsets = 1'000,
                               .os_calls = 1'000};
    generate(options, {});
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::filesystem::path path() { return *folder_ / "large.sqlite"; }

 private:
  static TemporaryFolder* folder_;
};
TemporaryFolder* Conduct::folder_ = nullptr;

// Of one shape, as `nsys-ai info` reads it.
struct Described {
  std::vector<FileTable> tables;
  int64_t bytes_read = 0;
};
Described described(double scale) {
  const TemporaryFolder folder;
  GenerateOptions options = shaped("training", scale);
  options.path = (folder / "profile.sqlite").string();
  // Tables of few leaves, which are counted one by one, stay as they are.
  Counts& counts = options.workload.counts;
  counts.copies = counts.memsets = counts.os_calls = 100;
  options.samples = 1'000;
  generate(options, {});
  const int64_t before = bytes_read();
  const auto profile = load_profile(options.path, {}, {.window = {}, .edges_only = true});
  return {(*profile)->tables(), bytes_read() - before};
}
const FileTable& table_of(const Described& profile, std::string_view name) {
  return *std::find_if(profile.tables.begin(), profile.tables.end(),
                       [&](const FileTable& table) { return table.name == name; });
}

// Trees of three levels; the larger ones have more than three times as many inner pages.
TEST(Describing, ReadsAsLittleOfALargerProfile) {
  const Described few = described(0.02), many = described(0.07);
  EXPECT_LT(many.bytes_read, few.bytes_read + 50'000);
  const FileTable& kernels = table_of(many, "CUPTI_ACTIVITY_KIND_KERNEL");
  EXPECT_EQ(kernels.rows, 280'000);
  EXPECT_FALSE(kernels.rows_exact) << "the rows were told by the ids at the edges";
  const FileTable& samples = table_of(many, "COMPOSITE_EVENTS");
  EXPECT_EQ(samples.rows, 1'000);
  EXPECT_TRUE(samples.rows_exact) << "the few leaves were counted";
}

TEST_F(Conduct, TellsItsProgressFromTheStartAndNeverBackwards) {
  const auto begun = Clock::now();
  std::vector<double> shares;
  auto first = Clock::duration::max();
  Work work;
  work.progress = [&](double done, const std::string&) {
    if (shares.empty()) first = Clock::now() - begun;
    shares.push_back(done);
  };
  ASSERT_TRUE(load_profile(path(), work));
  EXPECT_LT(first, milliseconds(100));
  EXPECT_GE(shares.size(), 4u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << testing::PrintToString(shares);
  EXPECT_EQ(shares.back(), 1.0);
}

// How long after a cancel loading ended; nothing where it was done before.
std::optional<Clock::duration> ended_after_cancel(const std::filesystem::path& path, milliseconds after) {
  Work work;
  Clock::time_point asked;
  std::thread canceller([&] {
    std::this_thread::sleep_for(after);
    asked = Clock::now();
    work.cancel.cancel();
  });
  const auto profile = load_profile(path, work);
  const auto ended = Clock::now();
  canceller.join();
  if (profile) return std::nullopt;
  EXPECT_EQ(profile.error().code, ErrorCode::cancelled);
  return ended - asked;
}

// On a busy machine a thread that wants to end waits for a core first: the shortest of a few tries counts.
TEST_F(Conduct, EndsSoonAfterACancelWhereverItIs) {
  auto longest = Clock::duration::zero();
  int cancelled = 0;
  for (const int after : {1, 10, 20, 40, 60, 80, 120}) {
    std::optional<Clock::duration> shortest;
    for (int again = 0; again < 5 && (!shortest || *shortest >= milliseconds(50)); ++again)
      if (const auto ended = ended_after_cancel(path(), milliseconds(after)))
        shortest = std::min(shortest.value_or(*ended), *ended);
    if (!shortest) continue;
    ++cancelled;
    longest = std::max(longest, *shortest);
  }
  EXPECT_GT(cancelled, 1);
  EXPECT_LT(longest, milliseconds(50));
}

TEST_F(Conduct, DescribesItselfByItsEdgesAtOnce) {
  const auto begun = Clock::now();
  const auto profile = load_profile(path(), {}, {.window = {}, .edges_only = true});
  EXPECT_LT(Clock::now() - begun, milliseconds(100));
  ASSERT_TRUE(profile) << profile.error().message;
  for (const FileTable& table : (*profile)->tables())
    EXPECT_EQ(table.rows, table.read_as == "runtime_call" ? 600'000 : table.rows);
}

struct Opened {
  int64_t peak = 0;  // bytes more than before
  size_t kernels = 0;
  size_t calls = 0;
  size_t notes = 0;
};

// Opened in a child, whose memory holds nothing of other tests.
Opened opened_with_limit(const std::filesystem::path& path, int64_t limit) {
  return measure_in_child<Opened>([&] {
    release_large_blocks();
    const int64_t before = memory_now().resident;
    set_memory_limit(before + limit);
    const auto profile = load_profile(path);
    if (!profile) throw std::runtime_error(profile.error().message);
    (*profile)->derived(build_operation_order);
    (*profile)->derived(build_attribution);
    return Opened{memory_now().peak - before, (*profile)->kernels().size(), (*profile)->calls().size(),
                  (*profile)->notes().size()};
  });
}

TEST_F(Conduct, KeepsToAQuarterOfTheFile) {
  const auto quarter = static_cast<int64_t>(std::filesystem::file_size(path())) / 4;
  const Opened opened = opened_with_limit(path(), quarter);
  EXPECT_LE(opened.peak, quarter);
  EXPECT_GT(opened.kernels, 50'000u);
  EXPECT_EQ(opened.calls, 0u);
  EXPECT_EQ(opened.notes, 1u + 3u);  // what was left out, and the rows of each table outside the window
}

}  // namespace
}  // namespace nsys_ai::bench

// What holds of every capture: shares are shares, parts add up, and neither the order of rows, nor numbers of
// calls, nor the origin of the clock, nor another process beside it changes an answer.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/asked_skill.h"
#include "tests/unit/random_numbers.h"

namespace nsys_ai::test {
namespace {

// Skills whose rows name no event and no point in time.
const std::vector<std::string> kTimeless = {
    "api_summary",          "gpu_utilization",         "kernel_families", "kernel_launch_overhead",
    "launch_latency",       "memory_transfers",        "nccl_breakdown",  "nvtx_by_process",
    "nvtx_coverage",        "time_by_family",          "nvtx_kernel_map", "nvtx_summary",
    "overlap_breakdown",    "pipeline_bubble_metrics", "sync_cost",       "top_kernels",
    "kernel_overlap_matrix"};

// The events of a process, one a line. Starts are odd numbers of ns and differ, so that nothing is a tie.
std::vector<std::string> random_events(Random& random) {
  std::vector<std::string> lines;
  const int64_t gpus = 1 + random.below(2);
  const int64_t operations = 20 + random.below(60);
  for (int64_t i = 0; i < operations; ++i) {
    const int64_t start = 100'000 + random.below(4000) * 1000 + 2 * i + 1;
    const std::string what = random.one_of({"gemm", "softmax", "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                                            "flash_fwd_kernel", "memcpy_h2d", "memcpy_d2h", "memset"});
    lines.push_back("gpu " + std::to_string(random.below(gpus)) + " stream " +
                    std::to_string(7 + random.below(3)) + "   " + what + " " + std::to_string(start) + "ns+" +
                    std::to_string(1 + random.below(90'000)) + "ns");
  }
  for (int64_t step = 0; step < 4; ++step) {
    const int64_t start = 50'000 + step * 1'000'000;
    lines.push_back("nvtx thread 1   step " + std::to_string(start) + "ns+" +
                    std::to_string(500'000 + random.below(400'000)) + "ns");
    lines.push_back("nvtx thread 1   forward " + std::to_string(start + 10'000 + random.below(1000)) + "ns+" +
                    std::to_string(100'000 + random.below(300'000)) + "ns");
    lines.push_back("api thread 2   cudaDeviceSynchronize " + std::to_string(start + random.below(9999)) +
                    "ns+" + std::to_string(1 + random.below(300'000)) + "ns");
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::vector<std::string> column_names(const Answer& answer) {
  std::vector<std::string> names;
  for (const Column& column : answer.table.columns) names.push_back(column.name);
  return names;
}

std::string skill_rows(const Profile& profile, const std::string& skill) {
  const Asked asked(profile, skill);
  return asked.lines(column_names(asked.answer()));
}

// Rows whose first column is the pid.
std::string rows_of_process(const Profile& profile, const std::string& skill, const std::string& pid) {
  std::string rows;
  for (const std::string& line : split(skill_rows(profile, skill), '\n'))
    if (line.starts_with(pid + "|")) rows += line + "\n";
  return rows;
}

class SkillProperties : public testing::TestWithParam<uint32_t> {
 protected:
  Random random_{GetParam()};
  std::vector<std::string> events_ = random_events(random_);
  const std::string head_ = "process 100 \"a\"\n";
};

TEST_P(SkillProperties, EveryShareIsOne) {
  const ProfilePtr profile = loaded(head_ + joined(events_));
  for (const Skill& skill : built_in_skills().skills()) {
    const Asked asked(*profile, skill.info.name);
    for (size_t at = 0; at < asked.answer().table.columns.size(); ++at) {
      if (asked.answer().table.columns[at].unit != Unit::share) continue;
      for (const auto& row : asked.answer().table.rows)
        if (const auto* share = std::get_if<double>(&row[at])) {
          EXPECT_GE(*share, 0) << skill.info.name << " " << asked.answer().table.columns[at].name;
          EXPECT_LE(*share, 1) << skill.info.name << " " << asked.answer().table.columns[at].name;
        }
    }
  }
}

TEST_P(SkillProperties, PartsOfADevicesTimeAddUp) {
  const ProfilePtr profile = loaded(head_ + joined(events_));
  const Asked time(*profile, "overlap_breakdown");
  const Asked idle(*profile, "pipeline_bubble_metrics");
  ASSERT_GT(time.rows(), 0u);
  int64_t kernel_sum = 0;
  for (size_t i = 0; i < time.rows(); ++i) {
    const auto of = [&](const char* column) { return time.integer(i, column); };
    EXPECT_EQ(of("busy_ns") + of("idle_ns"), of("span_ns"));
    EXPECT_EQ(of("compute_ns") + of("comm_ns") - of("overlap_ns"), of("kernel_union_ns"));
    EXPECT_EQ(of("comm_ns") - of("overlap_ns"), of("exposed_comm_ns"));
    EXPECT_LE(of("overlap_ns"), std::min(of("compute_ns"), of("comm_ns")));
    EXPECT_LE(of("copy_kernel_overlap_ns"), std::min(of("copy_ns"), of("kernel_union_ns")));
    EXPECT_LE(of("kernel_union_ns") + of("copy_ns") - of("copy_kernel_overlap_ns"), of("busy_ns"));
    EXPECT_LE(of("kernel_union_ns"), of("kernel_sum_ns"));
    kernel_sum += of("kernel_sum_ns");
    int64_t gaps = 0;
    for (size_t gap = 0; gap < idle.rows(); ++gap)
      if (idle.integer(gap, "device") == of("device")) gaps += idle.integer(gap, "total_ns");
    EXPECT_EQ(gaps, of("idle_ns"));
  }
  const Asked kernels(*profile, "top_kernels");
  int64_t total = 0;
  double shares = 0;
  for (size_t i = 0; i < kernels.rows(); ++i) {
    total += kernels.integer(i, "total_ns");
    shares += kernels.real(i, "share");
  }
  EXPECT_EQ(total, kernel_sum);
  EXPECT_NEAR(shares, 1, 1e-9);
}

TEST_P(SkillProperties, TheOriginOfTheClockDoesNotMatter) {
  const ProfilePtr early = loaded(head_ + joined(events_));
  const ProfilePtr late = loaded(head_ + "at 77s {\n" + joined(events_) + "}\n");
  for (const std::string& skill : kTimeless)
    EXPECT_EQ(skill_rows(*early, skill), skill_rows(*late, skill)) << skill;
}

TEST_P(SkillProperties, NeitherTheOrderOfRowsNorTheNumbersOfCallsMatter) {
  const ProfilePtr before = loaded(head_ + joined(events_));
  random_.shuffle(events_);
  const ProfilePtr after = loaded(head_ + joined(events_));
  for (const std::string& skill : kTimeless)
    EXPECT_EQ(skill_rows(*before, skill), skill_rows(*after, skill)) << skill;
}

// Correlation ids begin again in each process, and so collide. What lies before and after the work of a
// device counts to the edges of the capture, and so is no matter of one process.
TEST_P(SkillProperties, AnotherProcessChangesNothingOfThisOne) {
  const std::string one = head_ + joined(events_);
  const ProfilePtr alone = loaded(one);
  const ProfilePtr both = loaded(one + "process 200 \"b\"\n" + joined(random_events(random_)));
  for (const char* skill : {"kernel_overlap_matrix", "launch_latency", "overlap_breakdown",
                            "pipeline_bubble_metrics", "sync_cost"})
    EXPECT_EQ(rows_of_process(*alone, skill, "100"), rows_of_process(*both, skill, "100")) << skill;
}

// What lies in a window is the same whether the window is asked for or nothing else was recorded.
TEST_P(SkillProperties, AWindowIsTheCaptureThatWasCutToIt) {
  const ProfilePtr whole = loaded(head_ + joined(events_));
  const Interval window{1'000'000, 3'000'000};
  const Asked in_window(*whole, "overlap_breakdown", {}, {.gpus = {}, .window = window});
  int64_t kernels = 0;
  int64_t kernel_sum = 0;
  for (size_t i = 0; i < whole->kernels().size(); ++i) {
    const Interval inside = intersect(whole->kernels().interval(i), window);
    kernels += inside.empty() ? 0 : 1;
    kernel_sum += std::max<int64_t>(0, inside.duration());
  }
  int64_t counted = 0;
  int64_t summed = 0;
  for (size_t i = 0; i < in_window.rows(); ++i) {
    counted += in_window.integer(i, "kernels");
    summed += in_window.integer(i, "kernel_sum_ns");
  }
  EXPECT_EQ(counted, kernels);
  EXPECT_EQ(summed, kernel_sum);
}

INSTANTIATE_TEST_SUITE_P(Random, SkillProperties, testing::Range(1u, 31u));

}  // namespace
}  // namespace nsys_ai::test

// The scope that an answer states is the scope of its figures: each skill asked without a window, and again
// in the window that it stated, gives the same answer.
#include <gtest/gtest.h>

#include "protocol/answer_json.h"
#include "skill/query_answer.h"
#include "skills/list.h"
#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

// The first line in which the two differ, both ways.
std::string difference(const std::string& bare, const std::string& trimmed) {
  const auto a = split(bare, '\n');
  const auto b = split(trimmed, '\n');
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string left = i < a.size() ? a[i] : "nothing";
    const std::string right = i < b.size() ? b[i] : "nothing";
    if (left != right) return "without a window: " + left + "\nin the window it stated: " + right;
  }
  return "";
}

// An answer as lines: its scope and outcome, each row, each note.
std::string answer_lines(const Answer& answer) {
  std::ostringstream out;
  out << answer.scope.start_ns << ".." << answer.scope.end_ns << "\n"
      << name_of(answer.outcome) << " " << answer.reason << "\n";
  Answer of = answer;
  for (const auto& row : answer.table.rows) {
    of.table.rows = {row};
    out << answer_json(of) << "\n";
  }
  for (const std::string& note : answer.notes) out << note << "\n";
  return out.str();
}

void expect_stated_scopes(const Profile& profile) {
  for (const Skill& skill : built_in_skills().skills()) {
    SCOPED_TRACE(skill.info.name);
    ParamValues all;
    for (const Param& param : skill.params)
      if (param.name == "limit") all["limit"] = "0";
    const auto bare = run_skill(skill, profile, {}, all);
    ASSERT_TRUE(bare) << bare.error().message;
    const Interval stated{bare->scope.start_ns, bare->scope.end_ns};
    if (stated.empty()) continue;  // nothing was recorded
    const auto trimmed = run_skill(skill, profile, {.gpus = {}, .window = stated}, all);
    ASSERT_TRUE(trimmed) << trimmed.error().message;
    EXPECT_EQ(difference(answer_lines(*bare), answer_lines(*trimmed)), "");
  }
}

// Each family that is read on first use reaches farther than GPU operations, calls and ranges, to both sides,
// and ends with an event without length.
constexpr const char* kFarFamilies = R"sketch(
  device 0 "NVIDIA H100 80GB HBM3"
  thread 1 "main"
  thread 2 "worker"
  chain 1   gc_collect_main@libpython.so   main@python
  at 10ms {
    repeat 8 every 1ms as s {
      nvtx "step {s}" 0..900us
      api thread 1  cudaStreamSynchronize 800..890us   cudaMalloc 900..905us
      gpu 0 stream 7   memcpy_h2d 20..60us [1MB pageable]   gemm 100..300us   gemm 320..400us
      gpu 0 stream 9   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 350..500us
    }
  }
  osrt thread 1   open 1..2ms   poll 9..10ms   close 24..25ms   munmap 26ms..26ms
  osrt thread 2   poll 500us..30ms
  overhead "CUDA profiling data flush overhead" 3..5ms   "CUDA profiling data flush overhead" 21..23ms
  sample thread 1  1ms 2ms 11ms 27ms [chain=1 cycles=100]
  sample thread 2  4ms 12ms [cycles=300]
)sketch";

const std::vector<std::string> kFarTables = {
    "CREATE TABLE SCHED_EVENTS(start INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER)",
    "INSERT INTO SCHED_EVENTS SELECT 1000000 * (0 + rowid), 0, rowid % 2, globalTid FROM CUPTI_ACTIVITY_KIND_RUNTIME",
    "CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId INTEGER, metricName TEXT)",
    "CREATE TABLE GPU_METRICS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER)",
    "INSERT INTO TARGET_INFO_GPU_METRICS VALUES (256, 1, 'GPU 0', 1, 'SMs Active [%]')",
    "INSERT INTO GPU_METRICS SELECT 0, 1000000 * (rowid + 2), 256, 1, 3 * rowid FROM CUPTI_ACTIVITY_KIND_RUNTIME",
    "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, contextId INTEGER, address INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER, correlationId INTEGER)",
    "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT 2000000 * rowid, globalPid, 0, 1, 4096 * rowid, 1000, 2, 0, rowid FROM CUPTI_ACTIVITY_KIND_KERNEL",
};

ProfilePtr far_families() {
  const TemporaryFolder folder;
  const auto path = folder / "far.sqlite";
  sketch::write(kFarFamilies, path.string());
  for (const std::string& sql : kFarTables) change(path, sql);
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

std::string stated(const Profile& profile, const std::string& skill) {
  const Asked asked(profile, skill);
  return std::to_string(asked.answer().scope.start_ns) + ".." + std::to_string(asked.answer().scope.end_ns);
}

TEST(StatedScopeOnASketch, IsThatOfTheFigures) { expect_stated_scopes(*far_families()); }

TEST(StatedScopeOnASketch, HoldsTheFamiliesThatTheAnswerUsesAndNoOthers) {
  const ProfilePtr profile = far_families();
  EXPECT_EQ(stated(*profile, "top_kernels"), "10000000..17905000");
  EXPECT_EQ(stated(*profile, "os_runtime"), "500000..30000000");
  EXPECT_EQ(stated(*profile, "gpu_metrics"), "2000000..50000000");
  EXPECT_EQ(stated(*profile, "memory_timeline"), "2000000..48000001");
}

TEST(StatedScopeOnASketch, OfAQueryHoldsTheTablesThatItReads) {
  const ProfilePtr profile = far_families();
  const auto window = [&](const std::string& sql) {
    const auto answer = answer_query(*profile, {}, sql, {}, {});
    return std::to_string(answer->scope.start_ns) + ".." + std::to_string(answer->scope.end_ns);
  };
  EXPECT_EQ(window("SELECT count(*) FROM kernel"), "10000000..17905000");
  EXPECT_EQ(window("SELECT count(*) FROM os_call"), "500000..30000000");
}

TEST(AWindowOutside, IsSaid) {
  const ProfilePtr profile = far_families();
  const auto asked = [&](const std::string& skill) {
    return Asked(*profile, skill, {}, {.gpus = {}, .window = Interval{20'000'000, 24'000'000}}).answer();
  };
  EXPECT_EQ(asked("top_kernels").reason,
            "The window lies outside of what was recorded, 0.010000 s to 0.017905 s.");
  EXPECT_EQ(asked("os_runtime").outcome, Outcome::rows);  // its own family was recorded there
}

class StatedScope : public RealCapture {};

TEST_P(StatedScope, IsThatOfTheFigures) { expect_stated_scopes(profile()); }

INSTANTIATE_TEST_SUITE_P(Captures, StatedScope, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StatedScope);

}  // namespace
}  // namespace nsys_ai::test

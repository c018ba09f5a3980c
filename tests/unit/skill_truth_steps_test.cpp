// The skills about steps, layers, blocking and peaks on real captures: equal to plain SQL on the file and to
// the recorded truths.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/kernels/gpu_peaks.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "analysis/time/sequence_periods.h"
#include "protocol/json.h"
#include "tests/unit/skill_answers.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kMarker = "FSDP::pre_forward (blocks.1._checkpoint_wrapped_module)";
constexpr const char* kMarkers = "text GLOB 'FSDP::pre_forward (blocks.*'";

// All operations with what launched them: kind, process, device, start, end, and the start and thread of the
// call.
const std::string kOperations =
    "WITH op AS (SELECT 0 kind, globalPid, deviceId, start, end, correlationId FROM "
    "CUPTI_ACTIVITY_KIND_KERNEL "
    "UNION ALL SELECT 1, globalPid, deviceId, start, end, correlationId FROM CUPTI_ACTIVITY_KIND_MEMCPY "
    "UNION ALL SELECT 2, globalPid, deviceId, start, end, correlationId FROM CUPTI_ACTIVITY_KIND_MEMSET), "
    "launched AS MATERIALIZED (SELECT op.*, r.start call, r.globalTid tid FROM op JOIN "
    "CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = op.correlationId AND (r.globalTid & ~16777215) = "
    "op.globalPid) ";

class StepsTruth : public testing::TestWithParam<std::filesystem::path> {
 protected:
  bool marked() {
    return capture.has("CUPTI_ACTIVITY_KIND_KERNEL") && capture.has("NVTX_EVENTS") &&
           capture.ask("SELECT count(*) > 5 FROM NVTX_EVENTS WHERE " + std::string(kMarkers)) == "1";
  }
  Json truth() const {
    auto json =
        Json::parse(bytes_of(profiles_folder() / "truth" / GetParam().filename().replace_extension(".json")));
    if (!json) throw std::runtime_error(json.error().message);
    return *json;
  }
  Capture capture{GetParam()};
};

TEST_P(StepsTruth, IterationsOfAMarkerAreThoseOfPlainSql) {
  if (!marked()) GTEST_SKIP() << "no marker";
  const AnswerRows rows(ask_all(capture.profile(), "iteration_timing", {{"marker", kMarker}}));
  std::string got;
  for (size_t i = 0; i < rows.size(); ++i)
    got += (i ? "\n" : "") + std::to_string(rows.integer(i, "iteration")) + "|" +
           std::to_string(rows.integer(i, "device")) + "|" + std::to_string(rows.integer(i, "start_ns")) +
           "|" + std::to_string(rows.integer(i, "end_ns")) + "|" + std::to_string(rows.integer(i, "kernels"));
  const std::string wanted = capture.ask(
      kOperations +
      ", step AS (SELECT start, end, globalTid & ~16777215 pid, row_number() OVER (PARTITION BY globalTid "
      "ORDER BY "
      "start) - 1 n FROM NVTX_EVENTS WHERE " +
      kMarkers +
      ") SELECT n, deviceId, min(o.start), max(o.end), sum(o.kind = 0) FROM step s JOIN launched o ON "
      "o.globalPid "
      "= s.pid AND o.call >= s.start AND o.call < s.end GROUP BY n, pid, deviceId ORDER BY n, deviceId");
  EXPECT_GT(rows.size(), 10u);
  EXPECT_EQ(got, wanted);
}

// The union of a step's operations and of its communication kernels, interval by interval.
TEST_P(StepsTruth, BusyTimeOfIterationsIsTheUnion) {
  if (!marked()) GTEST_SKIP() << "no marker";
  const AnswerRows rows(ask_all(capture.profile(), "iteration_timing", {{"marker", kMarker}}));
  std::map<std::string, std::vector<Interval>> steps;
  for (const auto& row : table_of(capture.ask(kOperations +
                                              ", step AS (SELECT start, end, globalTid & ~16777215 pid, "
                                              "row_number() OVER (PARTITION BY globalTid ORDER "
                                              "BY start) - 1 n FROM NVTX_EVENTS WHERE " +
                                              kMarkers +
                                              ") SELECT n, deviceId, o.start, o.end FROM step s JOIN "
                                              "launched o ON o.globalPid = s.pid AND o.call >= "
                                              "s.start AND o.call < s.end")))
    steps[row[0] + " " + row[1]].push_back({std::stoll(row[2]), std::stoll(row[3])});
  ASSERT_EQ(steps.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& mine = steps.at(std::to_string(rows.integer(i, "iteration")) + " " +
                                std::to_string(rows.integer(i, "device")));
    EXPECT_EQ(rows.integer(i, "busy_ns"), IntervalSet::union_of(mine).total());
    EXPECT_EQ(rows.integer(i, "busy_ns") + rows.integer(i, "idle_ns"), rows.integer(i, "duration_ns"));
    EXPECT_LE(rows.integer(i, "comm_ns"), rows.integer(i, "busy_ns"));
  }
}

// An operator that is called everywhere is no step, although its ranges cover much of a thread.
TEST_P(StepsTruth, IterationsThatAreFoundAreRegular) {
  const Iterations& found = capture.profile().derived(build_iterations);
  for (const ProcessSteps& of : found.of_process) EXPECT_EQ(of.label.find("aten::"), std::string::npos);
  std::map<uint32_t, int64_t> end_of;
  for (const Iteration& of : found.all) {
    auto [last, first] = end_of.try_emplace(of.process.value, INT64_MIN);
    EXPECT_GE(of.bounds.start, last->second);
    last->second = of.bounds.end;
  }
}

// Read in the rows: transformer blocks that number up, the last whole one among them; ten runs of one pair of
// kernels; and nothing that repeats in most of the others.
TEST_P(StepsTruth, RepeatsAreWhatTheRowsShow) {
  const std::map<std::string, std::pair<std::string, uint32_t>> kKnown = {
      {"mfu_2gpu_before", {"repeat of FSDP::pre_forward (blocks.#._checkpoint_wrapped_module)", 16}},
      {"mfu_2gpu_after", {"repeat of FSDP::pre_forward (blocks.#._checkpoint_wrapped_module)", 15}},
      {"h100_2gpu_1s", {"repeat of FSDP::pre_forward (encoder.block.#.layer.#)", 24}},
      {"healthy_judged_1pct", {"detected of void at::native::elementwise_add<float>(float*, float*)", 10}}};
  const auto known = kKnown.find(GetParam().stem().string());
  const Iterations& found = capture.profile().derived(build_iterations);
  if (known == kKnown.end()) {
    EXPECT_TRUE(found.empty());
    return;
  }
  for (const ProcessSteps& of : found.of_process) {
    if (of.source == StepSource::none) continue;
    EXPECT_EQ(std::string(name_of(of.source)) + " of " + of.label, known->second.first);
    EXPECT_EQ(of.end - of.first, known->second.second);
  }
  EXPECT_FALSE(found.empty());
}

TEST_P(StepsTruth, DetailOfAStepAddsUpToItsOperations) {
  if (!marked()) GTEST_SKIP() << "no marker";
  const AnswerRows rows(ask_all(capture.profile(), "iteration_detail", {{"marker", kMarker}, {"step", "3"}}));
  std::map<int64_t, std::pair<int64_t, int64_t>> got;
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::set<std::string> whole{"duration", "busy", "communication", "idle"};
    EXPECT_EQ(rows.integer(i, "delta_ns"), rows.integer(i, "this_ns") - rows.integer(i, "median_ns"));
    if (whole.contains(rows.text(i, "item"))) continue;
    got[rows.integer(i, "pid")].first += rows.integer(i, "calls");
    got[rows.integer(i, "pid")].second += rows.integer(i, "this_ns");
  }
  std::string lines;
  for (const auto& [pid, of] : got)
    lines += (lines.empty() ? "" : "\n") + std::to_string(pid) + "|" + std::to_string(of.first) + "|" +
             std::to_string(of.second);
  EXPECT_EQ(lines,
            capture.ask(
                kOperations +
                ", step AS (SELECT start, end, globalTid & ~16777215 pid, row_number() OVER (PARTITION BY "
                "globalTid ORDER BY start) - 1 n FROM NVTX_EVENTS WHERE " +
                kMarkers +
                ") SELECT (pid >> 24) & 16777215, count(*), sum(o.end - o.start) FROM step s JOIN launched o "
                "ON o.globalPid = s.pid AND o.call >= s.start AND o.call < s.end WHERE n = 3 GROUP BY pid "
                "ORDER BY 1"));
}

// Each call belongs to one path, so that a name's rows add up to the truth's.
TEST_P(StepsTruth, BlockingCallsAreThoseOfTheTruth) {
  const AnswerRows rows(ask_all(capture.profile(), "host_sync_ranges"));
  if (rows.answer().outcome == Outcome::cannot_answer) GTEST_SKIP() << rows.answer().reason;
  std::map<std::string, std::pair<int64_t, int64_t>> got;
  for (size_t i = 0; i < rows.size(); ++i) {
    got[rows.text(i, "api")].first += rows.integer(i, "calls");
    got[rows.text(i, "api")].second += rows.integer(i, "blocked_ns");
  }
  // A truth lists calls that differ in the version of the interface apart.
  const Json recorded = truth();
  std::map<std::string, std::pair<int64_t, int64_t>> wanted;
  for (const Json& api : *recorded.find("api")->if_array()) {
    const std::string name = *api.find("name")->if_string();
    if (name.find("Synchronize") == std::string::npos) continue;
    auto& of = wanted[name.substr(0, name.find("_ptsz"))];
    of.first += api.find("calls")->if_integer().value();
    of.second += api.find("total_ns")->if_integer().value();
  }
  for (const auto& [name, of] : wanted) EXPECT_EQ(got[name], of) << name;
}

// Kernel by kernel, range by range: the ranges of hooks hold hardly any of the work of their layers, which is
// why these lie between them.
TEST_P(StepsTruth, RangesOfHooksHoldHardlyAnyOfTheirLayers) {
  if (!marked()) GTEST_SKIP() << "no layers";
  struct Range {
    int64_t start, end;
    std::string text;
  };
  std::map<std::string, std::vector<Range>> threads;
  for (const auto& row : table_of(capture.ask(
           "SELECT globalTid, start, end, text FROM NVTX_EVENTS WHERE eventType = 59 AND text GLOB "
           "'*[0-9]*' AND end IS NOT NULL ORDER BY start, end DESC"))) {
    const std::string text = without_operator_ids(row[3]);
    if (normalised_label(text).find('#') != std::string::npos)
      threads[row[0]].push_back({std::stoll(row[1]), std::stoll(row[2]), text});
  }
  int64_t inside = 0;
  for (const auto& row : table_of(capture.ask(
           "SELECT r.globalTid, r.start, r.end, k.end - k.start FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN "
           "CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND (r.globalTid & ~16777215) "
           "= "
           "k.globalPid")))
    for (const Range& range : threads[row[0]])
      if (range.start <= std::stoll(row[1]) && range.end >= std::stoll(row[2])) {
        inside += std::stoll(row[3]);
        break;
      }
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_layer_breakdown"));
  int64_t between = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    between += rows.integer(i, "compute_ns") + rows.integer(i, "comm_ns");
  EXPECT_GT(rows.size(), 10u);
  EXPECT_GT(inside, 0);
  EXPECT_LT(50 * inside, between);
}

// Of a step as scope: what SQL says of its window on the devices of its process.
TEST_P(StepsTruth, AnIterationAsScopeIsItsWindowAndProcess) {
  const Profile& profile = capture.profile();
  const Iterations& found = profile.derived(build_iterations);
  if (found.empty() || !capture.has("CUPTI_ACTIVITY_KIND_KERNEL")) GTEST_SKIP() << "no iterations";
  const Iteration& first = found.all.front();
  ScopeRequest request;
  request.process = profile.pid_of(first.process);
  request.iteration = first.number;
  const AnswerRows rows(ask_all(profile, "top_kernels", {}, request));
  int64_t total = 0;
  for (size_t i = 0; i < rows.size(); ++i) total += rows.integer(i, "total_ns");
  const std::string from = std::to_string(first.gpu.start);
  const std::string to = std::to_string(first.gpu.end);
  const std::string of_process =
      capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid")
          ? " AND (globalPid >> 24 & 16777215) = " + std::to_string(*profile.pid_of(first.process))
          : "";
  EXPECT_EQ(std::to_string(total),
            capture.ask("SELECT coalesce(sum(min(end, " + to + ") - max(start, " + from +
                        ")), 0) FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE start < " + to + " AND end > " + from +
                        of_process));
}

// Seconds are the busy time of the truth, and a GPU that is not in the table has no answer.
TEST_P(StepsTruth, MfuOfTheWholeIsOverTheBusyTimeOfTheTruth) {
  const AnswerRows rows(ask_all(capture.profile(), "region_mfu", {{"flops", "1e9"}, {"dtype", "fp16"}}));
  if (rows.answer().outcome != Outcome::rows) GTEST_SKIP() << rows.answer().reason;
  double busy = 0;
  const Json recorded = truth();
  for (const Json& device : *recorded.find("devices")->if_array())
    busy += static_cast<double>(device.find("busy_ns")->if_integer().value());
  EXPECT_NEAR(rows.real(0, "mfu_busy"), 1e9 / (busy * 1e-9 * rows.real(0, "peak_tflops") * 1e12), 1e-12);
  EXPECT_LE(rows.real(0, "mfu_busy"), 1.0);
}

INSTANTIATE_TEST_SUITE_P(Captures, StepsTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StepsTruth);

std::string peak_name(std::string_view device) {
  const GpuPeaks* peaks = peaks_of(device);
  return peaks ? std::string(peaks->name) : "none";
}

TEST(GpuPeaks, TakeTheLongestNameAndNothingLike) {
  EXPECT_EQ(peak_name("NVIDIA H100 80GB HBM3"), "H100 SXM");
  EXPECT_EQ(peak_name("NVIDIA H100 PCIe"), "H100 PCIe");
  EXPECT_EQ(peak_name("NVIDIA H100 NVL"), "H100 NVL");
  EXPECT_EQ(peak_name("NVIDIA H200"), "H200");
  EXPECT_EQ(peak_name("NVIDIA GH200 480GB"), "GH200");
  EXPECT_EQ(peak_name("NVIDIA GH200 144G HBM3e"), "GH200 144 GB");
  EXPECT_EQ(peak_name("NVIDIA GB200"), "GB200");
  EXPECT_EQ(peak_name("NVIDIA B200"), "B200");
  EXPECT_EQ(peak_name("NVIDIA A100-SXM4-80GB"), "A100 SXM 80 GB");
  EXPECT_EQ(peak_name("NVIDIA A100-SXM4-40GB"), "A100 SXM 40 GB");
  EXPECT_EQ(peak_name("Tesla V100-SXM2-16GB"), "V100 SXM2");
  EXPECT_EQ(peak_name("NVIDIA GeForce RTX 4090"), "RTX 4090");
  EXPECT_EQ(peak_name("NVIDIA A100-PCIE-40GB"), "A100 PCIe 40 GB");
  EXPECT_EQ(peak_name("NVIDIA A100 80GB PCIe"), "A100 PCIe 80 GB");
  EXPECT_EQ(peak_name("NVIDIA H200 NVL"), "H200 NVL");
  EXPECT_EQ(peak_name("Tesla T4"), "T4");
  EXPECT_EQ(peak_name("Tesla V100-PCIE-32GB"), "V100 PCIe");
  EXPECT_EQ(peak_name("Tesla V100S-PCIE-32GB"), "V100S PCIe");
  EXPECT_EQ(peak_name("NVIDIA GeForce RTX 2080 Ti"), "RTX 2080 Ti");
  EXPECT_EQ(peak_name("GeForce RTX 2080 SUPER"), "RTX 2080 SUPER");
  EXPECT_EQ(peak_name("NVIDIA GeForce RTX 4070 Ti SUPER"), "RTX 4070 Ti SUPER");
  for (const char* other : {"NVIDIA GeForce RTX 4070", "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA L40",
                            "NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA GeForce RTX 3080", "NVIDIA A100X",
                            "NVIDIA H20", "80GB", ""})
    EXPECT_EQ(peak_name(other), "none") << other;
}

TEST(GpuPeaks, HaveAReferenceEach) {
  EXPECT_EQ(peaks_of("NVIDIA H100 80GB HBM3")->source, "NVIDIA H100 data sheet");
  EXPECT_EQ(peaks_of("NVIDIA GeForce RTX 2080 Ti")->tflops(Precision::bf16), std::nullopt);
  EXPECT_EQ(peaks_of("NVIDIA GeForce RTX 2080 Ti")->tflops(Precision::tf32), std::nullopt);
  EXPECT_EQ(peaks_of("NVIDIA A10")->tflops(Precision::fp8), std::nullopt);
  EXPECT_EQ(peaks_of("NVIDIA GeForce RTX 4090")->tflops(Precision::fp8), 330);
}

// The beginnings and the end of the periods that come first.
std::vector<size_t> first_periods(const std::vector<uint32_t>& sequence) {
  std::vector<size_t> bounds;
  each_periods(sequence, [&](const Periods& periods) {
    if (!bounds.empty()) return;
    bounds = periods.begins;
    bounds.push_back(periods.end);
  });
  return bounds;
}

TEST(Periods, BeginAsEarlyAsTheFirstCanAndCountTheLastWholeOne) {
  EXPECT_EQ(first_periods({9, 1, 2, 2, 1, 2, 2, 1, 2, 2}), (std::vector<size_t>{1, 4, 7, 10}));
  EXPECT_EQ(first_periods({1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2}), (std::vector<size_t>{0, 3, 6, 9}));
  // The rarest name is in the middle, so that its periods begin earlier than it does.
  EXPECT_EQ(first_periods({2, 2, 1, 2, 2, 1, 2, 2, 1, 3}), (std::vector<size_t>{0, 3, 6, 9}));
  // Names change places within a period.
  EXPECT_EQ(first_periods({1, 2, 3, 1, 3, 2, 1, 2, 3}), (std::vector<size_t>{0, 3, 6, 9}));
  EXPECT_TRUE(first_periods({1, 2, 3, 1, 3, 4}).empty());
  EXPECT_TRUE(first_periods({}).empty());
}

TEST(Steps, AreToldByTheirLabel) {
  for (const char* step :
       {"ProfilerStep#", "step #", "Iteration #", "train step #", "iter #", "training_step_#"})
    EXPECT_TRUE(names_a_step(step)) << step;
  for (const char* other : {"layer #", "step", "load batch #", "steps per layer #", "#", ""})
    EXPECT_FALSE(names_a_step(other)) << other;
}

}  // namespace
}  // namespace nsys_ai::test

// The account of time on profiles made at random: it leaves nothing out, counts nothing twice, and agrees
// with the unions that other questions are answered from. What findings claim of it is disjoint.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "analysis/time/run_window.h"
#include "analysis/time/time_account.h"
#include "knowledge/headroom.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "tests/unit/asked_skill.h"
#include "tests/unit/random_numbers.h"

namespace nsys_ai::test {
namespace {

std::string ns(int64_t start, int64_t duration) {
  return " " + std::to_string(start) + "ns+" + std::to_string(duration) + "ns";
}

// Two processes with a GPU or two each, and whatever explains what they do between operations.
std::string random_processes(Random& random) {
  constexpr int64_t kEnd = 60'000'000;
  const std::vector<std::string> operations = {"gemm",           "ampere_sgemm_128x64_tn",
                                               "small",          "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                                               "memcpy_h2d",     "memcpy_d2h",
                                               "memcpy_uvm_h2d", "memset"};
  const std::vector<std::string> calls = {"cudaMalloc",    "cudaFree",         "cudaStreamSynchronize",
                                          "cudaMemcpy",    "cuModuleLoadData", "cuInit",
                                          "cudaSetDevice", "cudaEventDestroy", "cuModuleUnload"};
  const std::vector<std::string> ranges = {"step", "ncclCommInitRank", "Nvrtc::CompileProgram", "gc.collect",
                                           "ncclCommDestroy"};
  // Where the only GPU is told the processes share it.
  std::string text = random.below(2) == 0 ? "device 0 \"NVIDIA A100\"\n" : "";
  for (const char* process : {"process 100 \"rank 0\"\n", "process 200 \"rank 1\"\n"}) {
    text += process;
    const int64_t from = random.below(kEnd / 2);
    const int64_t gpus = 1 + random.below(2);
    for (int64_t i = 0, count = 1 + random.below(60); i < count; ++i) {
      const int64_t start = from + random.below(kEnd / 3);
      const std::string what = random.one_of(operations);
      const bool copies = what.starts_with("memcpy_h2d") || what.starts_with("memcpy_d2h");
      text += "gpu " + std::to_string(random.below(gpus)) + " stream " + std::to_string(7 + random.below(3)) +
              "   " + what + ns(start, random.duration()) +
              (random.below(5) == 0             ? " [launch=none]\n"
               : copies && random.below(2) == 0 ? " [pageable]\n"
                                                : "\n");
    }
    for (int64_t i = 0, count = random.below(20); i < count; ++i)
      text += "api thread " + std::to_string(1 + random.below(2)) + "   " + random.one_of(calls) +
              ns(random.below(kEnd), random.duration()) + "\n";
    for (int64_t i = 0, count = random.below(6); i < count; ++i)
      text += "nvtx startend \"" + random.one_of(ranges) + "\"" + ns(random.below(kEnd), random.duration()) +
              "\n";
    for (int64_t i = 0, count = random.below(6); i < count; ++i)
      text += "osrt thread 1   " + random.one_of({"poll", "read", "ioctl"}) +
              ns(random.below(kEnd), random.duration()) + "\n";
    if (random.below(2) == 0) text += "overhead \"flush\"" + ns(random.below(kEnd), random.duration()) + "\n";
  }
  return text;
}

int64_t sum_of(const DeviceAccount& account, std::initializer_list<TimeUse> uses) {
  int64_t sum = 0;
  for (const UsedTime& of : account.used)
    if (std::find(uses.begin(), uses.end(), of.use) != uses.end()) sum += of.total;
  return sum;
}

// Stretches follow each other from the beginning of the window to its end, and are what the totals add up.
void expect_whole(const Profile& profile, const Scope& scope) {
  const auto run = run_window(profile, scope, {});
  ASSERT_TRUE(run);
  const Interval window = *run;
  std::map<size_t, int64_t> at;
  std::map<std::pair<size_t, TimeUse>, int64_t> totals;
  const auto accounts = time_account(profile, scope, {}, [&](DeviceIx device, Interval stretch, TimeUse use) {
    const auto [reached, first] = at.emplace(device.value, window.start);
    EXPECT_EQ(stretch.start, reached->second);
    EXPECT_LT(stretch.start, stretch.end);
    reached->second = stretch.end;
    totals[{device.value, use}] += stretch.duration();
  });
  ASSERT_TRUE(accounts);
  const std::vector<DeviceTime> times = device_times(profile, scope);
  ASSERT_EQ(accounts->size(), times.size());
  for (size_t i = 0; i < times.size(); ++i) {
    const DeviceAccount& of = (*accounts)[i];
    const DeviceTime& time = times[i];
    if (!window.empty()) {
      EXPECT_EQ(at[of.device.value], window.end);
    }
    int64_t sum = 0;
    for (const UsedTime& used : of.used) {
      EXPECT_EQ(used.total, (totals[{of.device.value, used.use}])) << name_of(used.use);
      EXPECT_LE(used.call_ns, used.total);
      EXPECT_LE(used.range_ns, used.total);
      EXPECT_LE(used.waited, used.total);
      for (const UsedStretch& stretch : used.longest)
        if (stretch.gap && !scope.has_window()) {
          const auto gap = idle_gap_at(profile, of.device, *stretch.gap);
          ASSERT_TRUE(gap) << name_of(used.use) << " " << *stretch.gap;
          EXPECT_LE(stretch.time.end, gap->gap.end);
        }
      sum += used.total;
    }
    EXPECT_EQ(sum, window.duration());
    using enum TimeUse;
    EXPECT_EQ(sum_of(of, {compute, faulting, plain_matrix, small_kernel}), time.compute);
    EXPECT_EQ(sum_of(of, {communication, shared_collective, late_collective}), time.exposed_communication());
    EXPECT_EQ(sum_of(of, {copy, pageable_copy, migration}), time.exposed_copy());
    EXPECT_EQ(sum_of(of, {compute, faulting, plain_matrix, small_kernel, communication, shared_collective,
                          late_collective, copy, pageable_copy, migration, graph, other_work}),
              time.busy);
  }
}

// No use is two findings', and they claim no more than there is of it.
void expect_disjoint_claims(const Profile& profile, const Scope& scope) {
  const auto accounts = time_account(profile, scope, {});
  ASSERT_TRUE(accounts);
  std::map<TimeUse, int64_t> there;
  for (const DeviceAccount& of : *accounts)
    for (const UsedTime& used : of.used) there[used.use] += used.total;
  const auto found = findings_in(profile, scope, {});
  ASSERT_TRUE(found) << found.error().message;
  for (const auto& [key, why] : found->not_judged)
    EXPECT_EQ(why.find("SQL"), std::string::npos) << key << why;
  std::set<TimeUse> claimed;
  int64_t at_stake = 0;
  for (const Finding& finding : found->findings) {
    int64_t sum = 0;
    for (const ClaimedTime& of : finding.claims) {
      EXPECT_TRUE(claimed.insert(of.use).second) << finding.key << " " << name_of(of.use);
      EXPECT_EQ(of.ns, there[of.use] / static_cast<int64_t>(accounts->size())) << name_of(of.use);
      sum += of.ns;
    }
    if (finding.claims.empty()) continue;
    EXPECT_NEAR(static_cast<double>(finding.at_stake_ns), static_cast<double>(sum), 10) << finding.key;
    at_stake += finding.at_stake_ns;
  }
  const auto run = run_window(profile, scope, {});
  ASSERT_TRUE(run);
  const int64_t whole_ns = run->duration();
  EXPECT_LE(at_stake, whole_ns);
  const std::vector<Headroom> headroom = headrooms(found->findings, whole_ns);
  int64_t together = 0;
  for (const Headroom& of : headroom) together += of.ns;
  if (!headroom.empty() && together < whole_ns - whole_ns / 1000) {
    const auto whole = static_cast<double>(whole_ns);
    EXPECT_NEAR(headroom.back().together, whole / (whole - static_cast<double>(together)), 1e-9);
  }
}

// What the launch of the next operation tells of a gap is what the account has it for: where the call began
// after the gap had, the host was late, however long the call itself took.
void expect_causes_of_gaps(const Profile& profile, const Scope& scope) {
  std::map<std::pair<DeviceIx, IdleCause>, int64_t> idle;
  for (const IdleGap& of : idle_gaps(profile, scope, 0)) idle[{of.device, of.cause}] += of.gap.duration();
  const auto accounts = time_account(profile, scope, {});
  ASSERT_TRUE(accounts);
  for (const DeviceAccount& of : *accounts)
    for (const auto& [use, cause] : {std::pair{TimeUse::late_host, IdleCause::host_bound},
                                     std::pair{TimeUse::long_launch, IdleCause::launch_overhead},
                                     std::pair{TimeUse::device_wait, IdleCause::device_wait}})
      for (const UsedTime& used : of.used)
        if (used.use == use) {
          EXPECT_LE(used.total, (idle[{of.device, cause}])) << name_of(use);
        }
}

TEST(TimeAccount, OfRandomProfilesIsWholeAndClaimedOnce) {
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    const std::string text = random_processes(random);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const ProfilePtr profile = loaded(text);
    const Scope whole = Scope::whole(*profile);
    expect_whole(*profile, whole);
    expect_disjoint_claims(*profile, whole);
    expect_causes_of_gaps(*profile, whole);
    const int64_t start = profile->extent().start + random.below(profile->extent().duration());
    const auto window = Scope::make(*profile, {{}, Interval{start, start + random.duration()}, {}, {}});
    ASSERT_TRUE(window) << window.error().message;
    expect_whole(*profile, *window);
    if (HasFailure()) {
      std::printf("%s", text.c_str());
      break;
    }
  }
}

class AccountOf : public RealCapture {};

TEST_P(AccountOf, IsWholeAndClaimedOnce) {
  expect_whole(profile(), Scope::whole(profile()));
  expect_disjoint_claims(profile(), Scope::whole(profile()));
  expect_causes_of_gaps(profile(), Scope::whole(profile()));
}

INSTANTIATE_TEST_SUITE_P(Captures, AccountOf, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AccountOf);

}  // namespace
}  // namespace nsys_ai::test

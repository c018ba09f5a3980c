// What names say, and how scopes, percentiles, gaps and labels are computed.
#include <gmock/gmock.h>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;

TEST(Kernels, HaveAQualifiedNameAndABaseName) {
  struct Named {
    std::string demangled, qualified, base;
  };
  const std::vector<Named> names = {
      {"void at::native::reduce_kernel<512, 1>(float*)", "at::native::reduce_kernel", "reduce_kernel"},
      {"gemm", "gemm", "gemm"},
      {"", "", ""},
      {"<unnamed>::nvfuser_pointwise_f0(<unnamed>::Tensor<float, (int)2>)", "anonymous::nvfuser_pointwise_f0",
       "nvfuser_pointwise_f0"},
      {"void at::native::<unnamed>::adam<at::<unnamed>::Meta<(int)4>>(T1)", "at::native::anonymous::adam",
       "adam"},
      {"void (anonymous namespace)::scale<float>(float*)", "anonymous::scale", "scale"},
      {"void k<at::impl(at::T &)::[lambda() (instance 1)]::operator ()() const::[lambda(float)]>(int)", "k",
       "k"},
      {"std::enable_if<(A)1, void>::type ns::k<int>(int)", "ns::k", "k"},
      {"(kernel without a name)", "(kernel without a name)", "(kernel without a name)"},
  };
  for (const Named& named : names) {
    EXPECT_EQ(qualified_name(named.demangled), named.qualified);
    EXPECT_EQ(base_name(named.demangled), named.base);
  }
}

TEST(Percentiles, AreInterpolated) {
  EXPECT_EQ(percentile(std::vector<int64_t>{7}, 0.9), 7);
  EXPECT_EQ(percentile(std::vector<int64_t>{10, 20}, 0.5), 15);
  EXPECT_EQ(percentile(std::vector<int64_t>{1, 2, 3, 4}, 0.5), 3);  // 2.5, rounded
  EXPECT_EQ(percentile(std::vector<int64_t>{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 0.9), 90);
  // Differences are interpolated, so that large times lose no digits.
  EXPECT_EQ(percentile(std::vector<int64_t>{9'007'199'254'740'993, 9'007'199'254'740'995}, 0.5),
            9'007'199'254'740'994);
}

TEST(Labels, AreWithoutWhatTellsInstancesApart) {
  const std::vector<std::pair<std::string, std::string>> labels = {
      {"aten::mul, seq = 12, op_id = 314290", "aten::mul"},
      {"aten::mm, op_id = 3, sizes = [[2, 2]]", "aten::mm"},
      {"step 12", "step #"},
      {"ProfilerStep#3", "ProfilerStep#"},
      {"layer1x fp16 conv2d", "layer1x fp16 conv2d"},
      {"1/32", "#/#"},
      {"request 0c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5", "request #"},
      {"Call CompiledFxGraph 7a8b9c0d1e2f", "Call CompiledFxGraph #"},
      {"free 0x7f00deadbee0", "free 0x#"},
      {"deadbeef abc123 e4m3fn d2d", "deadbeef abc123 e4m3fn d2d"},
      {"", ""}};
  for (const auto& [text, label] : labels) EXPECT_EQ(normalised_label(text), label);
}

TEST(Labels, CountAKernelOncePerLabel) {
  const ProfilePtr profile = loaded(
      "nvtx thread 1   step 0..100us   inner 10..90us   inner 20..80us   open 95us..\n"
      "gpu 0 stream 7   k 50..60us [launch=30..40us]\n");
  const NvtxLabels& labels = profile->derived(build_nvtx_labels);
  const LabelStats& inner = labels.labels[labels.by_label.at("inner")];
  EXPECT_EQ(inner.count, 2);
  EXPECT_EQ(inner.kernels, 1);
  EXPECT_EQ(inner.kernel_time, 10'000);
  EXPECT_EQ(inner.host_total, 140'000);
  EXPECT_EQ(labels.labels[labels.by_label.at("step")].kernels, 1);
  EXPECT_EQ(labels.labels[labels.by_label.at("open")].open, 1);
}

constexpr const char* kTwoGpus =
    "process 200 \"a\"\n"
    "gpu 0 stream 7   a 100..200us   b 300..400us   z 350..350us\n"
    "gpu 1 stream 7   c 150..250us\n"
    "process 201 \"b\"\n"
    "gpu 0 stream 7   d 120..180us\n";

TEST(Scopes, ClipByIntersection) {
  const ProfilePtr profile = loaded(kTwoGpus);
  const auto scope = Scope::make(*profile, {{}, Interval{150'000, 350'000}});
  ASSERT_TRUE(scope);
  const std::vector<std::pair<Interval, std::optional<Interval>>> events = {
      {{100'000, 200'000}, Interval{150'000, 200'000}},
      {{300'000, 400'000}, Interval{300'000, 350'000}},
      {{100'000, 400'000}, Interval{150'000, 350'000}},
      {{200'000, 210'000}, Interval{200'000, 210'000}},
      {{100'000, 150'000}, std::nullopt},
      {{350'000, 400'000}, std::nullopt},
      {{150'000, 150'000}, Interval{150'000, 150'000}},
      {{350'000, 350'000}, std::nullopt}};
  for (const auto& [event, inside] : events) EXPECT_EQ(scope->clip(event), inside) << event.start;
  const auto whole = Scope::whole(*profile);
  EXPECT_EQ(whole.clip({-5, 7}), (Interval{-5, 7}));
}

TEST(Scopes, NameDevicesOrRefuse) {
  const ProfilePtr profile = loaded(kTwoGpus);
  EXPECT_EQ(Scope::whole(*profile).devices().size(), 3u);
  EXPECT_EQ(Scope::make(*profile, {{0}, std::nullopt})->devices().size(), 2u);
  EXPECT_THAT(Scope::make(*profile, {{0}, std::nullopt})->described(*profile).devices, ElementsAre(0));
  const auto absent = Scope::make(*profile, {{7}, std::nullopt});
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().message, "No process of this capture uses a GPU 7.");
  EXPECT_EQ(absent.error().hint, "It uses 0, 1.");
  EXPECT_FALSE(Scope::make(*profile, {{}, Interval{5, 5}}));
}

TEST(Scopes, AreWholeWithAllProcessesAlone) {
  // The second process uses no GPU.
  const ProfilePtr profile =
      loaded("process 100\ngpu 0 stream 7   gemm 0..50us\nprocess 200\nnvtx thread 1   waits 0..60us\n");
  ScopeRequest of_one;
  EXPECT_TRUE(Scope::make(*profile, of_one)->is_whole(*profile));
  of_one.process = 100;
  const auto scope = Scope::make(*profile, of_one);
  EXPECT_TRUE(scope->has_all_devices(*profile));
  EXPECT_FALSE(scope->is_whole(*profile));
}

TEST(Busy, IsAUnionPerDevice) {
  const ProfilePtr profile = loaded(
      "gpu 0 stream 7   a 0..100us   \"ncclDevKernel_AllReduce\" 200..300us\n"
      "gpu 0 stream 8   b 50..150us   c 250..400us   memcpy_h2d 90..160us\n");
  const auto& times = profile->derived(build_device_times);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].kernel_sum, 450'000);
  EXPECT_EQ(times[0].kernel, 350'000);
  EXPECT_EQ(times[0].busy, 360'000);
  EXPECT_EQ(times[0].idle(), 40'000);
  EXPECT_EQ(times[0].comm_kernels, 1);
  EXPECT_EQ(times[0].exposed_communication(), 50'000);
  EXPECT_EQ(times[0].exposed_copy(), 10'000);
}

TEST(Idle, HasACauseFromTheLaunchThatEndsIt) {
  const ProfilePtr profile = loaded(
      "nvtx thread 1   load 190..340us\n"
      "gpu 0 stream 7   a 100..200us\n"
      "gpu 0 stream 7   late 350..400us [launch=345..349us]\n"   // the host came late
      "gpu 0 stream 7   waits 500..600us [launch=300..310us]\n"  // for something else
      "gpu 0 stream 7   slow 700..800us [launch=590..650us]\n"   // while it launched
      "gpu 0 stream 7   next 803..900us [launch=802..803us]\n"   // as fast as it gets
      "gpu 0 stream 7   orphan 950..960us [launch=none]\n"
      "gpu 0 stream 8   beside 820..940us\n");
  std::vector<std::string> gaps;
  for (const IdleGap& gap : idle_gaps(*profile, Scope::whole(*profile), 0))
    gaps.push_back(std::to_string(gap.gap.start / 1000) + ".." + std::to_string(gap.gap.end / 1000) + " " +
                   std::string(name_of(gap.cause)) + " " +
                   (gap.host_range == NvtxForest::kNoRange ? "" : profile->nvtx_text(gap.host_range)));
  EXPECT_THAT(gaps, ElementsAre("200..350 host-bound load", "400..500 device-side wait ",
                                "600..700 launch overhead ", "800..803 launch gap ", "940..950 unknown "));
  EXPECT_EQ(idle_gaps(*profile, Scope::whole(*profile), 100'001).size(), 1u);
}

TEST(Transfers, CountTheBytesOfTheirPartInside) {
  EXPECT_EQ(clipped_bytes(1001, {0, 100}, {0, 100}), 1001);
  EXPECT_EQ(clipped_bytes(1001, {0, 100}, {50, 100}), 501);
  EXPECT_EQ(clipped_bytes(64, {5, 5}, {5, 5}), 64);
  EXPECT_EQ(clipped_bytes(3, {0, 9}, {0, 1}), 0);
  EXPECT_EQ(copy_kind_name(1), "Host-to-Device");
  EXPECT_EQ(copy_kind_name(200), "Unknown");
  EXPECT_EQ(memory_kind_name(0), "Pageable");
  EXPECT_EQ(memory_kind_name(-1), "Unknown");
}

}  // namespace
}  // namespace nsys_ai::test

// What events hang together with, in sketches in which every relation can be read off.
#include <gtest/gtest.h>

#include "protocol/json.h"
#include "tests/unit/profile_file.h"
#include "view/cards/card_markdown.h"
#include "view/targets/card.h"
#include "view/targets/related.h"

namespace nsys_ai {
namespace {

ProfilePtr related_run(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto path = folder / "run.sqlite";
  sketch::write(text, path.string());
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

// "launched_by runtime_call:2 cudaLaunchKernel_v7000 5.000 us, begun 10.00 us before", one a line.
std::string relations(const Profile& profile, const std::string& target) {
  const auto all = related(profile, target);
  if (!all) return all.error().message;
  std::string text;
  for (const RelatedEvent& of : *all)
    text += std::string(name_of(of.relation)) + " " + of.event.target + " " + of.event.text + " " + of.when +
            "\n";
  return text;
}

// Both processes have a correlation id 1; each kernel's launch is that of its own.
TEST(Related, LaunchesAreThoseOfTheProcess) {
  const ProfilePtr profile = related_run(R"(
process 100
gpu 0 stream 7   a 100..200us [launch=50..55us corr=1]
process 200
gpu 0 stream 7   b 100..300us [launch=70..75us corr=1]
)");
  EXPECT_EQ(relations(*profile, "kernel:1"),
            "launched_by runtime_call:1 cudaLaunchKernel_v7000 5.000 us, begun 50.00 us before\n");
  EXPECT_EQ(relations(*profile, "kernel:2"),
            "launched_by runtime_call:2 cudaLaunchKernel_v7000 5.000 us, begun 30.00 us before\n");
  EXPECT_EQ(relations(*profile, "runtime_call:2"), "launches kernel:2 b 200.0 us, begun 30.00 us after\n");
}

// A wait for stream 8 is none for what runs on stream 7; one for the device is for what ends last.
TEST(Related, WaitsAreForTheirStream) {
  const ProfilePtr profile = related_run(R"(
gpu 0 stream 7   a 100..200us [launch=10..12us]
gpu 0 stream 8   b 100..150us [launch=14..16us]
api thread 1   cudaStreamSynchronize 60..250us [stream=8]
gpu 0 stream 7   c 300..400us [launch=252..254us]
gpu 0 stream 8   d 300..380us [launch=256..258us]
api thread 1   cudaDeviceSynchronize 260..410us
)");
  const std::string launch_of_a =
      "launched_by runtime_call:1 cudaLaunchKernel_v7000 2.000 us, begun 90.00 us before\n";
  EXPECT_EQ(relations(*profile, "kernel:1"), launch_of_a);
  EXPECT_EQ(relations(*profile, "kernel:2"),
            "launched_by runtime_call:2 cudaLaunchKernel_v7000 2.000 us, begun 86.00 us before\n"
            "waited_for_by runtime_call:3 cudaStreamSynchronize_v3020 190.0 us, begun 40.00 us before\n");
  EXPECT_EQ(relations(*profile, "runtime_call:3"), "waits_for kernel:2 b 50.00 us, begun 40.00 us after\n");
  EXPECT_EQ(relations(*profile, "runtime_call:6"), "waits_for kernel:3 c 100.0 us, begun 40.00 us after\n");
  EXPECT_NE(relations(*profile, "kernel:4").find("waited_for_by runtime_call:6"), std::string::npos);
}

// What was launched behind the beginning of a wait, by another thread, is not what it waits for.
TEST(Related, WaitsAreForWhatWasLaunchedBefore) {
  const ProfilePtr profile = related_run(R"(
thread 1 "main"
thread 2 "other"
gpu 0 stream 7   a 100..200us [launch=10..12us]
api thread 1   cudaDeviceSynchronize 60..350us
gpu 0 stream 7   b 210..300us [launch=80..82us thread=2]
)");
  EXPECT_EQ(relations(*profile, "runtime_call:2"), "waits_for kernel:1 a 100.0 us, begun 40.00 us after\n");
  EXPECT_EQ(relations(*profile, "kernel:2"),
            "launched_by runtime_call:3 cudaLaunchKernel_v7000 2.000 us, begun 130.0 us before\n");
}

// The copy directly before a kernel on its stream, and none behind another kernel.
TEST(Related, CopiesGoBeforeTheNextKernelOfTheirStream) {
  const ProfilePtr profile = related_run(R"(
gpu 0 stream 7   memcpy_h2d 100..140us [launch=none]   a 150..200us [launch=none]   b 210..220us [launch=none]
gpu 0 stream 8   c 160..170us [launch=none]
gpu 0 stream 7   memcpy_d2h 230..240us [launch=none]   d 250..260us [launch=none]
)");
  EXPECT_EQ(relations(*profile, "kernel:1"),
            "fed_by memcpy:1 Host-to-Device, 1.000 MB 40.00 us, begun 50.00 us before\n");
  EXPECT_EQ(relations(*profile, "memcpy:1"), "feeds kernel:1 a 50.00 us, begun 50.00 us after\n");
  for (const char* alone : {"kernel:2", "kernel:3", "kernel:4", "memcpy:2"})
    EXPECT_EQ(relations(*profile, alone), "") << alone;
}

TEST(Related, AGraphLaunchesAllItsKernelsAndRangesEncloseTheLaunch) {
  const ProfilePtr profile = related_run(R"(
thread 1 "main"
nvtx step 0..90us   inner 5..60us   elsewhere 70..80us
graph 5 launch 10..20us [thread=1]
gpu 0 stream 7 [graph=5]   a 100..110us   b 120..130us
)");
  const std::string ranges =
      "inside nvtx:2 inner 55.00 us, begun 5.000 us before\ninside nvtx:1 step 90.00 us, begun 10.00 us before\n";
  EXPECT_EQ(
      relations(*profile, "runtime_call:1"),
      "launches kernel:1 a 10.00 us, begun 90.00 us after\nlaunches kernel:2 b 10.00 us, begun 110.0 us after\n" +
          ranges);
  EXPECT_EQ(
      relations(*profile, "kernel:2"),
      "launched_by runtime_call:1 cudaGraphLaunch_v10000 10.00 us, begun 110.0 us before\n"
      "inside nvtx:2 inner 55.00 us, begun 115.0 us before\ninside nvtx:1 step 90.00 us, begun 120.0 us before\n");
  EXPECT_EQ(
      relations(*profile, "nvtx:2"),
      "first_inside kernel:1 a 10.00 us, begun 95.00 us after\nlast_inside kernel:2 b 10.00 us, begun 115.0 us after\n"
      "inside nvtx:1 step 90.00 us, begun 5.000 us before\n");
  EXPECT_EQ(relations(*profile, "nvtx:3"), "inside nvtx:1 step 90.00 us, begun 70.00 us before\n");
}

TEST(Related, AGapIsEndedByALaunch) {
  const ProfilePtr profile = related_run("gpu 0 stream 7   a 100..200us   b 500..600us [launch=480..485us]");
  EXPECT_EQ(
      relations(*profile, "gap:0:200000"),
      "begins_behind kernel:1 a 100.0 us, begun 100.0 us before\nended_by kernel:2 b 100.0 us, begun 300.0 us after\n"
      "ended_by_launch runtime_call:2 cudaLaunchKernel_v7000 5.000 us, begun 280.0 us after\n");
}

TEST(Related, NamesStandForTheirLongestEvent) {
  const ProfilePtr profile = related_run("gpu 0 stream 7   a 100..200us   a 500..900us   a 1000..1010us");
  const auto name = target_of_kernel_name(profile->kernels().name(0));
  const auto event = event_of(*profile, name);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->target, "kernel:2");
  EXPECT_EQ(event->when, "400.0 us at 0.000500 s");
  for (const char* none : {"kernel:9", "device:0", "skill:top_kernels", "gap:0:5", "nothing"})
    EXPECT_FALSE(event_of(*profile, none)) << none;
}

// A name cannot make a link of its own.
TEST(Related, LinksInCardsAreOurs) {
  const ProfilePtr profile = related_run(
      "thread 1 \"main\"\nnvtx \"[x](target:kernel:1) ](target:nvtx:1)\" 0..50us\n"
      "gpu 0 stream 7   a 100..200us [launch=10..12us]");
  const std::string text = markdown_of(card(*profile, "kernel:1").value_or(Card{}));
  EXPECT_NE(text.find(R"(Inside [\[x\](target:kernel:1) \](target:nvtx:1)](target:nvtx:1))"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("[Show on the timeline](timeline:kernel:1)"), std::string::npos) << text;
}

}  // namespace
}  // namespace nsys_ai

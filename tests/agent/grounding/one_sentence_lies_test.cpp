// Single sentences about real captures, each with a figure that was handed out: said of what it is of, and
// said of something else.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "agent/grounding/aliases.h"
#include "agent/grounding/checked_text.h"
#include "real_answers.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"

namespace nsys_ai::test {
namespace {

struct AboutCapture {
  std::string_view capture;
  std::vector<std::string_view> truths;
  std::vector<std::string_view> lies;
};

const std::vector<AboutCapture>& about_captures() {
  static const std::vector<AboutCapture> all = {
      {"mfu_2gpu_before",
       {"Attention takes 50.9 % of kernel time.",
        "NCCL takes 4.7 % of kernel time, 25.40 ms in 66 calls.",
        "The GPUs wait for the host for 7.6 % of the capture.",
        "The GPUs sit idle for 45.67 ms in 409 gaps, waiting for the host; the longest gap is 4.493 ms.",
        "GPU 0 is busy 91.3 % and idle 8.7 %.",
        "GPU 1 spends 2.8 % on communication.",
        "Device-to-Device copies move 8.046 GB.",
        "Copies are few: 986 device-to-device copies move 8.046 GB in 5.665 ms at 1420 GB/s.",
        "NCCL takes 25.40 ms over 66 calls, 384.9 us on average but up to 3.604 ms: one rank waits.",
        "The range FlashAttnFunc holds 256.6 ms of kernel time in 66 kernels, 47.9 % of all.",
        "Both GPUs are idle about 10 % of their span (8.7 % and 10.5 %).",
        "13 collectives take more than three times the median; beyond it they cost 13.97 ms.",
        "Attention, GEMM and communication take 50.9 %, 7.1 % and 4.7 % of kernel time.",
        "Attention dominates, and 7.1 % goes to GEMM.",
        "flash_fwd_kernel takes 4.005 ms on average, with a median of 3.978 ms and a maximum of 7.868 ms.",
        "The slowest collective takes 21.42 times the median.",
        "The GPUs compute for 85.0 % of the capture.",
        "Layer norm takes 7.588 ms in 102 calls.",
        "50.9 % of kernel time goes to attention.",
        "The longest kernel, flash_fwd_kernel, takes 272.3 ms, which is 45.4 % of the capture.",
        "Pay attention to the 66 calls of NCCL."},
       {"NCCL takes 50.9 %.", "NCCL takes 50.9 % of kernel time.", "Attention takes 50.9 % of the capture.",
        "Communication takes 84.6 % of the span of GPU 0.", "GPU 0 is idle 91.3 % of its span.",
        "GEMM kernels take 272.3 ms.", "Host-to-Device copies move 8.046 GB.",
        "The GPUs compute for 45.67 ms.", "Copies take 7.6 % of the capture.",
        "flash_fwd_kernel takes 3.978 ms on average.", "Layer norm takes 38.23 ms.",
        "The median of flash_fwd_kernel is 7.868 ms.", "Attention kernels run 1,289 times.",
        "50.9 % of kernel time goes to communication.", "NCCL was called 235 times."}},
      {"h100_2gpu_1s",
       {"The run is copy-bound: copies take 97.0 % of the capture.",
        "Host-to-Device copies move 50.95 GB at 27.67 GB/s.",
        "GEMM takes 86.5 % of kernel time, 38.78 ms in 640 runs.", "Each GPU is busy 99.3 % of its span.",
        "Kernels compute for 2.3 % of the span of GPU 0.", "NVTX ranges cover 51.6 % of kernel time."},
       {"Communication takes 97.0 % of the capture.", "Kernels compute for 97.0 % of the span.",
        "Device-to-Host copies move 50.95 GB.", "GEMM takes 86.5 % of the capture.",
        "Attention takes 38.78 ms.", "The GPUs are idle 99.3 % of the span."}},
      {"pselinv-mpi-r7",
       {"GPUs wait for the host for 5.3 % of the capture.", "Solver kernels take 51.0 % of kernel time.",
        "Host-to-Device copies take 107.1 ms.", "Device-to-Host runs at 9.344 GB/s."},
       {"NCCL takes 51.0 % of kernel time.", "GEMM takes 4.752 ms.", "Solver kernels take 51.0 % of the run.",
        "Device-to-Host copies take 107.1 ms.", "Host-to-Device runs at 9.344 GB/s."}}};
  return all;
}

TEST(OneSentence, IsCheckedTogetherWithWhatItIsOf) {
  for (const AboutCapture& of : about_captures()) {
    const auto path = profiles_folder() / (std::string(of.capture) + ".sqlite");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << needs_captures();
    const auto profile = load_profile(path);
    ASSERT_TRUE(profile);
    // What a conversation begins with, and the answer of one skill.
    Aliases aliases(**profile, NamePolicy::public_only);
    GroundingFacts facts;
    facts.add_text(aliases.outgoing(text_of(overview(**profile), {SIZE_MAX, SIZE_MAX, 0}).text));
    for (const Answer& answer : skill_answers(**profile, 30))
      if (answer.skill == "top_kernels") facts.add_text(aliases.outgoing(text_of_answer(answer)));
    for (const std::string_view truth : of.truths) {
      const CheckedText checked = check(truth, facts);
      EXPECT_TRUE(checked.all_right() && checked.figures > 0) << checked.text;
    }
    for (const std::string_view lie : of.lies) {
      const CheckedText checked = check(lie, facts);
      EXPECT_FALSE(checked.mismatches.empty()) << of.capture << ": " << lie;
    }
  }
}

}  // namespace
}  // namespace nsys_ai::test

// Keys, clicks and sizes at random: whatever a person does, the frame keeps its form.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/places.h"
#include "tests/tui/frame_session.h"
#include "tui/nvtx_tree_screen.h"
#include "tui/overview_screen.h"
#include "tui/timeline_actions.h"

namespace nsys_ai::tui_test {
namespace {

constexpr int kKeys = 2'000;  // on each of five profiles

// Ordinary, empty, hostile in names, with extreme times, and dense.
const std::vector<std::pair<std::string, std::string>>& sketches() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"Ordinary",
       "nvtx step 0..900us  inner 100..500us\n"
       "gpu 0 stream 7   gemm 100..200us   softmax 300..400us   memcpy_h2d 500..600us\n"
       "gpu 1 stream 9   ncclDevKernel_AllReduce 100..200us   memset 300..400us\n"
       "osrt thread 1  read 0..90us\n"},
      {"Empty", "without CUPTI_ACTIVITY_KIND_RUNTIME\n"},
      {"HostileNames",
       "nvtx \"\\x1b[31mred\\n\" 0..900us  \"\\xe2\\x80\\xae reversed\" 10..20us  \"e\\xcc\\x81\\xcc\\x81\\xcc\\x81\\xcc\\x81\" 30..90us\n"
       "gpu 0 stream 7   \"\\xe6\\xa0\\xb8\\xe5\\xbf\\x83\\xe6\\xa0\\xb8\\xe5\\xbf\\x83\" 100..200us   \"\\xff\\xfe\" 300..400us  \"\\xd7\\xa9\\xd7\\x9c\" 500..800us\n"},
      {"ExtremeTimes",
       "gpu 0 stream 7   a -9000000000s..-8999999999s   b 0..1us   c 9000000000s..9000000001s\n"
       "nvtx open 3us..\n"},
      {"Dense",
       "repeat 4000 every 2us as i { gpu 0 stream 7   tiny 0..1us }\n"
       "repeat 900 every 9us as i { nvtx \"step {i}\" 0..8us }\n"}};
  return all;
}

std::string random_key(std::mt19937& random, const Frame& frame) {
  std::vector<std::string> keys = {"x", "é", "5", "0", "u", "s", "Unknown"};
  for (const auto actions : {overview_actions(), timeline_actions(), nvtx_tree_actions(), text_actions()})
    for (const TuiAction& action : actions)
      if (action.mode == frame.mode && action.name != "quit")
        each_key(action.keys, [&](std::string_view key) { keys.emplace_back(key); });
  return keys[random() % keys.size()];
}

void press_at_random(TimelineSubject subject, int count, unsigned seed) {
  FrameSession session(std::move(subject));
  std::mt19937 random(seed);
  Frame frame = session.frame();
  std::string pressed;
  for (int i = 0; i < count; ++i) {
    if (random() % 50 == 0) session.size = {40 + random() % 170, 10 + random() % 50};
    if (random() % 12 == 0) {
      const char* mouse[] = {"click", "wheel-up", "wheel-down"};
      session.act(
          {mouse[random() % 3], "", "", random() % session.size.lines, random() % session.size.columns});
    } else {
      const std::string key = random_key(random, frame);
      pressed += key + " ";
      session.press(key);
    }
    frame = session.frame();
    const std::string wrong = why_malformed(frame, session.size);
    ASSERT_EQ(wrong, "") << "after " << i
                         << " keys: " << pressed.substr(pressed.size() > 300 ? pressed.size() - 300 : 0);
    ASSERT_FALSE(frame.ended);
  }
}

class RandomKeys : public testing::TestWithParam<size_t> {};

TEST_P(RandomKeys, NeverBreakAFrame) {
  press_at_random({profile_of_sketch(sketches()[GetParam()].second), "random.sqlite"}, kKeys, 7);
}

INSTANTIATE_TEST_SUITE_P(Profiles, RandomKeys, testing::Range(size_t{0}, sketches().size()),
                         [](const auto& of) { return sketches()[of.param].first; });

TEST(RandomKeysOfCaptures, NeverBreakAFrame) {
  for (const auto& path : test::captures()) {
    SCOPED_TRACE(path.filename());
    press_at_random({profile_of_file(path.string()), path.filename().string()}, 300, 11);
  }
}

}  // namespace
}  // namespace nsys_ai::tui_test

// What holds for all frames, and the list of actions.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/places.h"
#include "tests/tui/frame_session.h"
#include "tui/cell_width.h"
#include "tui/nvtx_tree_screen.h"
#include "tui/overview_screen.h"
#include "tui/timeline_actions.h"

namespace nsys_ai::tui_test {
namespace {

TEST(TuiActions, AreSortedInTheirModesAndShareNoKey) {
  std::set<std::pair<std::string_view, std::string_view>> keys;
  for (const auto actions : {timeline_actions(), overview_actions(), nvtx_tree_actions(), text_actions()}) {
    const TuiAction* before = nullptr;
    for (const TuiAction& action : actions) {
      EXPECT_FALSE(action.help.empty()) << action.name;
      EXPECT_TRUE(before == nullptr || before->mode != action.mode || before->name < action.name)
          << action.name;
      before = &action;
      each_key(action.keys, [&](std::string_view key) {
        EXPECT_TRUE(keys.emplace(action.mode, key).second) << action.name << " shares " << key;
      });
    }
  }
}

std::string keys_page_table() {
  std::string text = "| Key | Does |\n|---|---|\n";
  std::string_view mode = "timeline";
  std::vector<TuiAction> all;
  for (const auto actions : {timeline_actions(), overview_actions(), nvtx_tree_actions(), text_actions()})
    all.insert(all.end(), actions.begin(), actions.end());
  for (const TuiAction& action : all) {
    if (action.mode != mode)
      text += "\nIn the " + std::string(action.mode) + ":\n\n| Key | Does |\n|---|---|\n";
    mode = action.mode;
    std::string keys;
    each_key(action.keys, [&](std::string_view key) {
      keys += (keys.empty() ? "" : " ") + (key == "`" ? "`` ` ``" : "`" + key_words(key, false) + "`");
    });
    text += "| " + keys + " | " + std::string(action.help) + " |\n";
  }
  return text;
}

// UPDATE=1 writes the table again.
TEST(TuiActions, AreTheTableOfTheDocs) {
  const auto path = test::source_folder() / "docs/TERMINAL.md";
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const size_t begin = text.find("| Key |"), end = text.find("\n## In Neovim");
  ASSERT_TRUE(begin < end && end != std::string::npos);
  const char* update = std::getenv("UPDATE");
  if (update != nullptr && std::string_view(update) == "1")
    std::ofstream(path) << text.substr(0, begin) + keys_page_table() + text.substr(end);
  else
    EXPECT_EQ(text.substr(begin, end - begin), keys_page_table());
}

// Each action of the timeline changes what is shown or what is known, in a state in which it can.
TEST(TimelineActions, EachDoesSomething) {
  const ProfilePtr profile = profile_of_sketch(
      "nvtx step 0..900us\n"
      "gpu 0 stream 7   \"void ns::a<int>(int)\" 100..200us   \"void ns::b<int>(int)\" 300..400us   c 500..600us\n"
      "gpu 0 stream 8   memcpy_h2d 100..200us\n");
  for (const TuiAction& action : timeline_actions()) {
    if (action.mode != "timeline") continue;
    FrameSession session({profile, "p"});
    const Frame start = session.frame();
    // Something to clear, to go back to, and to jump to.
    session.press("B");
    session.press("Tab");
    session.press("+");
    session.press("+");
    session.press("1");
    session.press("-");
    session.press("[");
    session.press("Tab");
    session.press("Down");
    session.press("Up");
    const Frame before = session.frame();
    session.act({std::string(action.name), "", action.name == "bookmark-jump" ? "1" : "", 0, 0});
    const Frame after = session.frame();
    EXPECT_TRUE(before.lines != after.lines || before.mode != after.mode || after.ended) << action.name;
  }
}

// The same for the tree.
TEST(NvtxTreeActions, EachDoesSomething) {
  const ProfilePtr profile = profile_of_sketch(
      "nvtx step 0..900us  inner 100..500us  deep 110..400us  other 600..800us\n"
      "gpu 0 stream 7   a 150..200us [lead=10us]   b 650..700us [lead=10us]\n");
  for (const TuiAction& action : nvtx_tree_actions()) {
    FrameSession session({profile, "p"}, TuiView::tree);
    for (const std::string key : {"/", "e", "Enter", "e", "Down", "Down", "Left", "Down"}) session.press(key);
    if (action.name.starts_with("expand") || action.name == "depth") session.press("n");
    if (action.name.starts_with("expand")) session.press("c");
    if (action.name.starts_with("expand")) session.press("Down");
    if (action.name == "collapse-all" || action.name == "collapse") session.press("n");
    if (action.name == "collapse-all" || action.name == "collapse") session.press("e");
    const Frame before = session.frame();
    session.act({std::string(action.name), "", action.name == "depth" ? "1" : "", 0, 0});
    const Frame after = session.frame();
    EXPECT_TRUE(before.lines != after.lines || before.spans.size() != after.spans.size() ||
                before.mode != after.mode || after.ended)
        << action.name;
  }
}

// The same for the overview, on a screen that shows a part of it.
TEST(OverviewActions, EachDoesSomething) {
  const ProfilePtr profile = profile_of_sketch(
      "nvtx step 0..900us  inner 100..500us\n"
      "gpu 0 stream 7   a 150..200us [lead=10us]   b 650..700us [lead=10us]   c 750..760us [lead=10us]\n");
  for (const TuiAction& action : overview_actions()) {
    FrameSession session({profile, "p"}, TuiView::overview);
    session.size.lines = 12;
    if (action.name.ends_with("up") || action.name.ends_with("start")) session.press("G");
    const Frame before = session.frame();
    session.act({std::string(action.name), "", "", 0, 0});
    const Frame after = session.frame();
    EXPECT_TRUE(before.lines != after.lines || before.spans.size() != after.spans.size() ||
                before.mode != after.mode || after.ended)
        << action.name;
  }
}

// A merged slice is drawn at its mean, which the end of what was read may change by a step of height.
bool look_alike(const std::string& a, const std::string& b) {
  const std::vector<std::string> heights = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const auto all_a = glyphs_of(a), all_b = glyphs_of(b);
  if (all_a.size() != all_b.size()) return false;
  for (size_t i = 0; i < all_a.size(); ++i) {
    if (all_a[i].text == all_b[i].text) continue;
    const auto at_a = std::ranges::find(heights, all_a[i].text),
               at_b = std::ranges::find(heights, all_b[i].text);
    if (at_a == heights.end() || at_b == heights.end() || std::abs(at_a - at_b) > 1) return false;
  }
  return true;
}

// What is kept from frame to frame changes no picture: whoever comes by any way sees what is seen at once.
TEST(TimelineFrames, DoNotDependOnTheWay) {
  const ProfilePtr profile = profile_of_sketch(
      "repeat 4000 every 2us as i { gpu 0 stream 7   tiny 0..1us }\n"
      "repeat 900 every 9us as i { nvtx \"step {i}\" 0..8us }\n"
      "gpu 0 stream 8   memcpy_h2d 100..400us   a 5000..7000us   memset 7500..7600us\n");
  std::mt19937 random(5);
  const std::vector<std::string> keys = {"+", "+", "-", "l", "Left", "H", "L", "Tab", "Down", "Up", "G"};
  auto walked = TimelineScreen::open({profile, "p"}, {});
  ASSERT_TRUE(walked);
  const FrameSize size{120, 40};
  std::vector<std::string> pressed;
  for (int i = 0; i < 60; ++i) {
    pressed.push_back(keys[random() % keys.size()]);
    (*walked)->act({"", pressed.back(), "", 0, 0}, size);
    (*walked)->frame(size, random() % 3 == 0);  // of the others only what is ready is drawn
    if (i % 6 != 0) continue;
    auto fresh = TimelineScreen::open({profile, "p"}, {});
    for (const std::string& key : pressed) (*fresh)->act({"", key, "", 0, 0}, size);
    const Frame there = (*walked)->frame(size), here = (*fresh)->frame(size);
    for (size_t line = 0; line < size.lines; ++line)
      ASSERT_TRUE(look_alike(there.lines[line], here.lines[line])) << "after " << pressed.size() << " keys:\n"
                                                                   << there.lines[line] << "\n"
                                                                   << here.lines[line];
  }
}

TEST(TimelineFrames, OfALargeRunFirstShowWhatIsQuick) {
  const ProfilePtr profile = profile_of_sketch(
      "repeat 60000 every 10us as i { gpu 0 stream 7   tiny 0..5us }\n"
      "repeat 6 every 100ms as i { nvtx \"step {i}\" 0..90ms }\n");
  auto screen = TimelineScreen::open({profile, "p"}, {});
  ASSERT_TRUE(screen);
  const FrameSize size{120, 40};
  const auto bars_of = [](const Frame& frame, const std::string& name) {
    for (const std::string& line : frame.lines)
      if (line.find(name) != std::string::npos) return line.find("█") != std::string::npos;
    return false;
  };
  const Frame first = (*screen)->frame(size, true);
  EXPECT_EQ(why_malformed(first, size), "");
  EXPECT_TRUE(bars_of(first, "Stream 7") || bars_of(first, "Thread"));
  if ((*screen)->awaits_news()) {
    EXPECT_TRUE(first.pending);
    EXPECT_NE(first.lines.back().find("Steps and idle time follow"), std::string::npos);
    while (!(*screen)->has_news()) std::this_thread::yield();
  }
  const Frame all = (*screen)->frame(size, true);
  EXPECT_FALSE(all.pending);
  EXPECT_TRUE(bars_of(all, "Iterations"));
  EXPECT_EQ(all.lines.back().find("follow"), std::string::npos);
}

TEST(CellWidth, OfOddNames) {
  EXPECT_EQ(cells_of("kernel"), 6u);
  EXPECT_EQ(cells_of("核心"), 4u);
  EXPECT_EQ(cells_of("e\u0301a"), 2u);
  EXPECT_EQ(cells_of("\u0301a"), 2u);  // a mark with nothing below it stands on a blank
  EXPECT_EQ(cells_of("🚀x"), 3u);
  EXPECT_EQ(cells_of("שלום"), 4u);
  EXPECT_EQ(cells_of("a\033[31mb"), 10u);  // a\x1b[31mb
  EXPECT_EQ(cells_of("\xFF\xC3"), 2u);     // each byte is a replacement character
  EXPECT_EQ(cut_to_cells("核心x", 4, false), "核…");
  EXPECT_EQ(cut_to_cells("核心x", 3, false), "核…");
  EXPECT_EQ(cut_to_cells("核心", 4, false), "核心");
  EXPECT_EQ(cut_to_cells("abc", 0, false), "");
  EXPECT_EQ(cut_to_cells("abcd", 3, true), "ab~");
}

}  // namespace
}  // namespace nsys_ai::tui_test

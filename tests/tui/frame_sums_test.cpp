// What the last line and the panel of figures say of a window is what skills answer about it.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "base/text_table.h"
#include "skill/skill.h"
#include "skills/list.h"
#include "tests/support/places.h"
#include "tests/tui/frame_session.h"
#include "trace/timeline/row_scope.h"

namespace nsys_ai::tui_test {
namespace {

// A column of a skill's answer about a window.
std::vector<int64_t> column_of_skill(const Profile& profile, const ScopeRequest& scope,
                                     const std::string& name, const std::string& column) {
  const auto skill = built_in_skills().find(name);
  if (!skill) throw std::runtime_error(name);
  ParamValues params;
  for (const Param& param : (*skill)->params)
    if (param.name == "limit") params["limit"] = "0";
  const auto answer = run_skill(**skill, profile, scope, params);
  if (!answer) throw std::runtime_error(answer.error().message);
  std::vector<int64_t> values;
  for (size_t c = 0; c < answer->table.columns.size(); ++c)
    for (const auto& row : answer->table.rows)
      if (answer->table.columns[c].name == column) values.push_back(std::get<int64_t>(row[c]));
  return values;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void expect_sums_of_skills(const ProfilePtr& profile) {
  const FrameSize size{200, 50};
  auto opened = TimelineScreen::open({profile, "p"}, {});
  ASSERT_TRUE(opened);
  TimelineScreen& screen = **opened;
  std::mt19937 random(3);
  const char* keys[] = {"+", "+", "Tab", "l", "-", "Down", "(", "Shift+Left", "z", "0", "Up", "Tab"};
  size_t compared = 0;
  for (int i = 0; i < 120; ++i) {
    screen.act({"", keys[random() % std::size(keys)], "", 0, 0}, size);
    screen.act({"", "Unknown", "", 0, 0}, size);  // no message in the last line
    const Frame frame = screen.frame(size);
    ScopeRequest scope = scope_of_rows(*profile, std::vector{screen.state().row}).value();
    scope.window = screen.state().window;
    const auto busy = column_of_skill(*profile, scope, "gpu_utilization", "busy_ns");
    if (busy.size() != 1) continue;
    int64_t kernels = 0;
    for (const int64_t calls : column_of_skill(*profile, scope, "top_kernels", "calls")) kernels += calls;
    const std::string said = "busy " + readable_ns(busy.front());
    EXPECT_NE(frame.lines.back().find(said), std::string::npos) << said << " in " << frame.lines.back();
    const std::string count = counted(kernels, "kernel", "kernels");
    EXPECT_NE(frame.lines.back().find(", " + count + " "), std::string::npos)
        << count << " in " << frame.lines.back();
    screen.act({"statistics", "", "", 0, 0}, size);
    const std::string panel = joined(screen.frame(size).lines);
    EXPECT_NE(panel.find(readable_ns(busy.front())), std::string::npos) << busy.front() << panel;
    screen.act({"panel-close", "", "", 0, 0}, size);
    ++compared;
  }
  EXPECT_GT(compared, size_t{20});
}

std::string text_of_sketch(const std::string& name) {
  std::ifstream file(test::source_folder() / "tests/support" / name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(FrameSums, OfTwoGpus) { expect_sums_of_skills(profile_of_sketch(text_of_sketch("example.sketch"))); }

TEST(FrameSums, OfWorkThatOverlaps) {
  expect_sums_of_skills(
      profile_of_sketch("gpu 0 stream 7   a 100..300us   b 400..500us\n"
                        "gpu 0 stream 8   memcpy_h2d 200..450us   c 250..260us   memset 600..640us\n"
                        "nvtx step 0..700us\n"));
}

TEST(FrameSums, OfManyShortKernels) {
  expect_sums_of_skills(
      profile_of_sketch("repeat 3000 every 3us as i { gpu 0 stream 7   tiny 0..1us }\n"
                        "repeat 300 every 30us as i { gpu 0 stream 8   other 5..25us }\n"));
}

}  // namespace
}  // namespace nsys_ai::tui_test

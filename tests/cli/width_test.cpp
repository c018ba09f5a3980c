// What a person reads follows the terminal: no line is longer, names stay apart, and a pipe gets everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_table.h"
#include "shell.h"
#include "tests/support/example.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> skill_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(run_shell("nsys-ai skill list", folder).output))
    names.push_back(line.substr(0, line.find(' ')));
  return names;
}

std::string as_word(const std::string& path) { return "'" + path + "'"; }

std::vector<std::string> commands_on(const std::string& profile) {
  std::vector<std::string> commands;
  for (const char* command : {"overview", "analyze --limit 5", "info", "tree", "iters", "nccl", "overlap",
                              "summary", "search --limit 0", "search --instances", "bookmark list"}) {
    const bool searches = std::string(command).starts_with("search");
    commands.push_back(std::string("nsys-ai ") + command + " " + as_word(profile) +
                       (searches ? " '*e*'" : ""));
  }
  commands.push_back("nsys-ai query " + as_word(profile) + " 'select * from kernel limit 3'");
  return commands;
}

void expect_fits(const std::string& command, size_t width, const fs::path& folder) {
  const ShellRun run = run_shell(command + " --width " + std::to_string(width) + " 2>/dev/null", folder);
  // Some captures have nothing that is asked for; a sentence says so.
  EXPECT_LE(run.exit_code, 1) << command;
  for (const std::string& line : lines_of(run.output))
    ASSERT_LE(display_width(line), width) << command << " --width " << width << "\n" << line;
}

// The example, and real captures.
class Width : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (GetParam() == kExample)
      sketch::write(example_sketch(), path(), "2026.2");
    else if (!fs::exists(path()))
      GTEST_SKIP() << needs_captures();
  }
  std::string path() const {
    return ((GetParam() == kExample ? written_.path() : profiles_folder()) /
            (std::string(GetParam()) + ".sqlite"))
        .string();
  }
  static constexpr std::string_view kExample = "example";

 private:
  const TempFolder written_;
};

TEST_P(Width, HoldsEveryLineOfEveryCommand) {
  const TempFolder folder;
  for (const size_t width : {size_t{60}, size_t{80}, size_t{120}})
    for (const std::string& command : commands_on(path())) expect_fits(command, width, folder.path());
}

TEST_P(Width, HoldsEveryLineOfEverySkill) {
  const TempFolder folder;
  const std::vector<std::string> names = skill_names(folder.path());
  ASSERT_GT(names.size(), 50u);
  for (const std::string& name : names) {
    expect_fits("nsys-ai skill run " + name + " " + as_word(path()), 60, folder.path());
    expect_fits("nsys-ai skill info " + name, 60, folder.path());
  }
}

// A pipe has no width: what reads it looks for names.
TEST_P(Width, CutsNoNameIntoAPipe) {
  const TempFolder folder;
  const ShellRun text =
      run_shell("nsys-ai skill run top_kernels --limit 0 " + as_word(path()), folder.path());
  const ShellRun csv = run_shell(
      "nsys-ai skill run top_kernels --limit 0 --format csv 2>/dev/null " + as_word(path()), folder.path());
  const std::vector<std::string> lines = lines_of(csv.output);
  ASSERT_GT(lines.size(), 1u);
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::string name = lines[i].substr(0, lines[i].find(','));
    if (name.starts_with('"')) continue;
    EXPECT_NE(text.output.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(text.output.find("…"), std::string::npos) << text.output;
}

INSTANTIATE_TEST_SUITE_P(Program, Width,
                         testing::Values("example", "fuser-2025", "h100_2gpu_1s", "mfu_2gpu_before",
                                         "trixi-julia"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Colour, IsForTerminalsThatWantIt) {
  const TempFolder folder;
  const auto coloured = [&](const std::string& words, const std::map<std::string, std::string>& environment) {
    const ShellRun run = run_shell("nsys-ai skill info top_kernels " + words, folder.path(), environment);
    EXPECT_EQ(run.exit_code, 0) << run.output;
    return run.output.find("\033[") != std::string::npos;
  };
  EXPECT_FALSE(coloured("", {{"TERM", "xterm"}})) << "A pipe is no terminal.";
  EXPECT_TRUE(coloured("--color always", {}));
  EXPECT_TRUE(coloured("--color always", {{"NO_COLOR", "1"}})) << "Who types it wants it.";
  EXPECT_FALSE(coloured("--color never", {{"TERM", "xterm"}}));
  const auto on_terminal = [&](const std::string& environment) {
    const ShellRun run = run_shell(
        "env " + environment + " script -qc 'stty cols 60; nsys-ai skill info top_kernels' /dev/null",
        folder.path());
    EXPECT_NE(run.output.find("Where did GPU time go"), std::string::npos) << run.output;
    for (const std::string& line : lines_of(run.output))
      EXPECT_LE(display_width(line), line.find("\033[") == std::string::npos ? 61u : 80u) << line;
    return run.output.find("\033[") != std::string::npos;
  };
  if (run_shell("command -v script", folder.path()).exit_code != 0) GTEST_SKIP() << "There is no script.";
  EXPECT_TRUE(on_terminal("TERM=xterm"));
  EXPECT_FALSE(on_terminal("TERM=xterm NO_COLOR=1"));
  EXPECT_FALSE(on_terminal("TERM=dumb"));
}

}  // namespace
}  // namespace nsys_ai::test

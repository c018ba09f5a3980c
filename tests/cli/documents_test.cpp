// Examples of documents: each command line of nsys-ai in the guides runs, with the example profile under the names that
// stand there; those of other documents, which may be about another run, have commands and options that there are.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "shell.h"
#include "tests/support/example.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

// Lines of a page's examples that begin with `nsys-ai`, without their comments.
std::vector<std::string> examples_of(const fs::path& page) {
  std::ifstream file(page);
  std::string text(std::istreambuf_iterator<char>(file), {});
  text = std::regex_replace(text, std::regex(R"(\\\n\s*)"), " ");
  std::vector<std::string> examples;
  std::istringstream lines(text);
  bool example = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) example = !example;
    if (example && line.starts_with("nsys-ai ")) examples.push_back(line.substr(0, line.find(" #")));
  }
  return examples;
}

// What waits for a person, an editor or a browser, or starts a program.
bool waits_for_somebody(const std::string& line) {
  static const std::regex waits(
      "nsys-ai (web|open|serve|mcp|timeline|tui|ask [^ ]+ *$|model|annotate|capture (?!--print)).*");
  return line.find(" --browser") != std::string::npos || std::regex_match(line, waits);
}

class Documents : public testing::Test {
 protected:
  Documents() {
    sketch::write(example_sketch(), (folder_.path() / "run.sqlite").string());
    std::ofstream(folder_.path() / "train.py") << "import torch\n";
  }

  void make_profiles(const std::string& line) {
    static const std::regex name(R"([\w-]+\.sqlite|\b(PROFILE|BEFORE|AFTER|P)\b(?!\.))");
    for (std::sregex_iterator at(line.begin(), line.end(), name), end; at != end; ++at)
      if (!fs::exists(folder_.path() / at->str()))
        fs::copy_file(folder_.path() / "run.sqlite", folder_.path() / at->str());
  }

  // How many lines of a page ran. `whole`: each of them succeeds.
  size_t run(const fs::path& page, bool whole) {
    size_t lines = 0;
    for (const std::string& line : examples_of(page)) {
      if (waits_for_somebody(line)) continue;
      ++lines;
      make_profiles(line);
      const ShellRun ended = run_shell(line, folder_.path());
      const std::string said = page.filename().string() + ": " + line + "\n" + ended.output.substr(0, 1000);
      if (whole) {
        EXPECT_EQ(ended.exit_code, 0) << said;
      } else {
        EXPECT_EQ(ended.output.find("There is no command"), std::string::npos) << said;
        EXPECT_EQ(ended.output.find("There is no option"), std::string::npos) << said;
      }
    }
    return lines;
  }

  TempFolder folder_;
};

TEST_F(Documents, ExamplesOfGuidesRun) {
  size_t lines = run(source_folder() / "docs/USER_GUIDE.md", true) + run(source_folder() / "docs/FAQ.md", true);
  for (const auto& entry : fs::directory_iterator(source_folder() / "docs/guides"))
    lines += run(entry.path(), true);
  EXPECT_GT(lines, 50u);
}

TEST_F(Documents, ExamplesHaveCommandsAndOptionsThatThereAre) {
  size_t lines = run(source_folder() / "README.md", false);
  for (const auto& entry : fs::directory_iterator(source_folder() / "docs"))
    if (entry.path().extension() == ".md") lines += run(entry.path(), false);
  EXPECT_GT(lines, 60u);
}

}  // namespace
}  // namespace nsys_ai::test

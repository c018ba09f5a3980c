// Examples of the guides run: each command line of nsys-ai in them, with the example profile.
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
    if (example && line.starts_with("nsys-ai ")) examples.push_back(line.substr(0, line.find("  #")));
  }
  return examples;
}

// What waits for a person, an editor or a browser.
bool waits_for_somebody(const std::string& line) {
  static const std::regex waits(
      "nsys-ai (web|open|serve|mcp|timeline|tui|ask [^ ]+$|model|capture (?!--print)).*");
  return std::regex_match(line, waits);
}

class Documents : public testing::Test {
 protected:
  Documents() {
    for (const char* name : {"run.sqlite", "before.sqlite", "after.sqlite"})
      sketch::write(example_sketch(), (folder_.path() / name).string());
    std::ofstream(folder_.path() / "train.py") << "import torch\n";
  }
  void expect_to_run(const fs::path& page, size_t at_least) {
    size_t run = 0;
    for (const std::string& line : examples_of(page)) {
      if (waits_for_somebody(line)) continue;
      ++run;
      const ShellRun ended = run_shell(line, folder_.path());
      EXPECT_EQ(ended.exit_code, 0) << page.filename() << ": " << line << "\n"
                                    << ended.output.substr(0, 1000);
    }
    EXPECT_GE(run, at_least) << page;
  }

  TempFolder folder_;
};

TEST_F(Documents, ExamplesOfTheGuidesRun) {
  size_t pages = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() / "docs/guides"))
    if (entry.path().extension() == ".md") {
      ++pages;
      expect_to_run(entry.path(), 0);
    }
  EXPECT_GT(pages, 8u);
}

TEST_F(Documents, ExamplesOfTheUserGuideRun) { expect_to_run(source_folder() / "docs/USER_GUIDE.md", 10); }

TEST_F(Documents, ExamplesOfTheQuestionsRun) { expect_to_run(source_folder() / "docs/FAQ.md", 5); }

}  // namespace
}  // namespace nsys_ai::test

// Each command line of `nsys` in the documents, the skills and the book has options that nsys has: those of
// its help, in docs/guides/nsys-options.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "knowledge/next_capture.h"
#include "knowledge/page_tables.h"
#include "tests/support/places.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

std::string document_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct ListedOption {
  std::set<std::string> commands;
  std::set<std::string> values;  // empty: any
  bool is_later = false;         // than the release whose help the list is of
};

struct OptionList {
  std::map<std::string, ListedOption> options;
  std::map<std::pair<std::string, std::string>, std::string> by_letter;  // (command, -o) to --output
};

const OptionList& listed_options() {
  static const OptionList list = [] {
    OptionList options;
    static const std::string page = document_text(test::source_folder() / "docs/guides/nsys-options.md");
    for (const PageRow& row : page_rows(page)) {
      const std::string name = quoted_words(row[0]).front();
      ListedOption& option = options.options[name];
      std::istringstream commands{std::string(row[2])};
      for (std::string command; commands >> command;) {
        option.commands.insert(command);
        if (!row[1].empty()) options.by_letter[{command, quoted_words(row[1]).front()}] = name;
      }
      for (const std::string& value : quoted_words(row[3])) option.values.insert(value);
      option.is_later = option.is_later || !row[4].empty();
    }
    return options;
  }();
  return list;
}

// Whether a value is one of the list, where `repeat[:N]` stands for any number.
bool is_listed(const std::set<std::string>& values, const std::string& value) {
  if (values.empty() || values.contains(value)) return true;
  const std::string head = value.substr(0, value.find(':'));
  return values.contains(head + "[:N]") || (head != value && values.contains(head + ":N"));
}

// What is wrong with the words of a line behind `nsys`; empty if nothing is.
std::string fault_of(const std::vector<std::string>& words) {
  if (words.empty()) return "";
  const std::string& command = words[0];
  static const std::set<std::string> kCommands = {"profile", "launch",   "start",  "stop",
                                                  "cancel",  "shutdown", "export", "stats",
                                                  "status",  "sessions", "recipe", "analyze"};
  if (!kCommands.contains(command)) return "";  // a sentence about nsys
  for (size_t i = 1; i < words.size() && words[i].starts_with("-"); ++i) {
    const size_t equals = words[i].find('=');
    std::string name = words[i].substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string::npos) value = words[i].substr(equals + 1);
    if (!name.starts_with("--")) {
      const auto found = listed_options().by_letter.find({command, name});
      if (found == listed_options().by_letter.end()) return name + " is no option of nsys " + command;
      name = found->second;
    }
    const auto option = listed_options().options.find(name);
    if (option == listed_options().options.end() || !option->second.commands.contains(command))
      return name + " is no option of nsys " + command;
    // A value of its own stands behind a blank.
    if (!value && i + 1 < words.size() && !words[i + 1].starts_with("-")) value = words[++i];
    if (!value) continue;
    std::istringstream parts(*value);
    for (std::string part; std::getline(parts, part, ',');)
      if (!is_listed(option->second.values, part)) return name + " has no value " + part;
  }
  return "";
}

// The command lines in a text: of each `nsys`, what follows on its line, in code.
std::vector<std::vector<std::string>> nsys_lines_of(std::string text) {
  text = std::regex_replace(text, std::regex(R"(\\\n\s*)"), " ");
  std::vector<std::vector<std::string>> lines;
  static const std::regex start(R"((^|[\s`/{"])nsys ([a-z][^`\n"|]*))");
  for (std::sregex_iterator at(text.begin(), text.end(), start), end; at != end; ++at) {
    std::istringstream in(std::regex_replace(at->str(2), std::regex("['\"]"), ""));
    lines.emplace_back(std::istream_iterator<std::string>(in), std::istream_iterator<std::string>());
  }
  return lines;
}

TEST(Guides, EveryLineOfNsysHasOptionsThatItHas) {
  size_t lines = 0;
  for (const char* folder : {"docs", "skills", "server", "README.md"}) {
    std::vector<fs::path> files;
    if (fs::is_directory(test::source_folder() / folder))
      for (const auto& entry : fs::recursive_directory_iterator(test::source_folder() / folder))
        files.push_back(entry.path());
    else
      files.push_back(test::source_folder() / folder);
    for (const fs::path& path : files) {
      if (path.extension() != ".md" && path.extension() != ".cpp" && path.extension() != ".sql") continue;
      for (const auto& words : nsys_lines_of(document_text(path))) {
        lines += words.size() > 1 ? 1 : 0;
        EXPECT_EQ(fault_of(words), "") << path;
      }
    }
  }
  EXPECT_GT(lines, 60u);
}

// Options that only later releases have are marked: a page of the guides that uses one leads to the list.
TEST(Guides, LeadToTheReleaseOfAnOption) {
  for (const auto& entry : fs::directory_iterator(test::source_folder() / "docs/guides")) {
    const std::string page = document_text(entry.path());
    for (const auto& words : nsys_lines_of(page))
      for (const std::string& word : words) {
        const auto option = listed_options().options.find(word.substr(0, word.find('=')));
        if (option == listed_options().options.end() || !option->second.is_later) continue;
        EXPECT_TRUE(page.find("(nsys-options.md)") != std::string::npos ||
                    page.find("2024.2.3") != std::string::npos)
            << entry.path() << ": " << word;
      }
  }
}

TEST(Guides, TheNextCaptureHasOptionsOfTheList) {
  const auto names = [](const std::string& option) { return option.substr(0, option.find('=')); };
  for (const CaptureOption& option : capture_options())
    EXPECT_TRUE(listed_options().options.contains(names(option.name))) << option.name;
  for (const FrameworkCapture& of : framework_captures())
    for (const std::string& option : of.options) EXPECT_EQ(fault_of({"profile", option}), "") << of.framework;
}

TEST(Guides, AFaultIsSeen) {
  EXPECT_EQ(fault_of({"profile", "--trace=cuda,nvtx", "-o", "run", "python", "--none-such"}), "");
  EXPECT_EQ(fault_of({"profile", "--none-such", "python"}), "--none-such is no option of nsys profile");
  EXPECT_EQ(fault_of({"profile", "--trace=cuda,gpu", "python"}), "--trace has no value gpu");
  EXPECT_EQ(fault_of({"profile", "-t", "gpu"}), "--trace has no value gpu");
  EXPECT_EQ(fault_of({"export", "--delay=3"}), "--delay is no option of nsys export");
  EXPECT_EQ(fault_of({"profile", "--capture-range-end=repeat:3", "python", "--trace=x"}), "");
  EXPECT_EQ(fault_of({"start", "--session=x", "-Y", "true"}), "-Y is no option of nsys start");
}

}  // namespace
}  // namespace nsys_ai

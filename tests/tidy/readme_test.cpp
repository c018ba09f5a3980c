// A README file next to code names files, types and functions that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tests/support/places.h"
#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

// A name in a README file that is none of the tree.
struct Stale {
  size_t line = 0;
  std::string name;
};

// All that stands in `backticks`, outside of examples.
std::vector<Stale> quoted_in(const SourceFile& readme) {
  std::vector<Stale> quoted;
  bool example = false;
  for (size_t i = 0; i < readme.lines.size(); ++i) {
    const std::string& line = readme.lines[i];
    if (line.starts_with("```")) example = !example;
    if (example) continue;
    for (size_t begin = line.find('`'); begin != std::string::npos; begin = line.find('`', begin)) {
      const size_t end = line.find('`', begin + 1);
      if (end == std::string::npos) break;
      quoted.push_back({i + 1, line.substr(begin + 1, end - begin - 1)});
      begin = end + 1;
    }
  }
  return quoted;
}

// Every identifier of the sources but this one, which has names that are nowhere.
const std::unordered_set<std::string>& words_of_sources() {
  static const std::unordered_set<std::string> words = [] {
    std::unordered_set<std::string> found;
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (const SourceFile& file : source_files()) {
      if (file.extension() == ".md" || file.path == "tests/tidy/readme_test.cpp") continue;
      for (const std::string& line : file.lines)
        for (auto begin = std::ranges::find_if(line, in_word); begin != line.end();) {
          const auto end = std::find_if_not(begin, line.end(), in_word);
          found.emplace(begin, end);
          begin = std::find_if(end, line.end(), in_word);
        }
    }
    return found;
  }();
  return words;
}

// Whether a file or a folder has this path, or ends in it; the ending of a file may be left out.
bool is_path(const std::string& path) {
  return std::filesystem::exists(test::source_folder() / path) ||
         std::ranges::any_of(source_files(), [&](const SourceFile& file) {
           const auto ends = [&](const std::string& whole) { return ("/" + whole).ends_with("/" + path); };
           const size_t dot = file.path.rfind('.');
           return ends(file.path) || ends(file.path.substr(0, dot)) ||
                  ("/" + file.path).find("/" + path + "/") != std::string::npos;
         });
}

// What a build or a user makes.
bool is_made(const std::string& path) {
  return path.starts_with(".") || path.starts_with("build") || path.starts_with("bin/");
}

// Paths with a slash; qualified names, names of types and calls.
bool is_stale(const std::string& quoted) {
  static const std::regex path(R"([\w.-]+(/[\w.-]+)+)");
  static const std::regex code(R"(((?:[A-Za-z]\w*::)*[A-Za-z]\w*)(\(.*\))?)");
  static const std::regex type(R"([A-Z][A-Z0-9]*[a-z]\w*)");
  static const std::regex name(R"(\w+)");
  if (std::regex_match(quoted, path)) return !is_made(quoted) && !is_path(quoted);
  std::smatch match;
  if (!std::regex_match(quoted, match, code)) return false;
  const std::string names = match[1];
  if (!match[2].matched && names.find("::") == std::string::npos && !std::regex_match(names, type))
    return false;
  for (auto at = std::sregex_iterator(names.begin(), names.end(), name); at != std::sregex_iterator(); ++at)
    if (!words_of_sources().contains(at->str())) return true;
  return false;
}

void expect_no_stale_name(const SourceFile& readme) {
  for (const Stale& each : quoted_in(readme))
    EXPECT_FALSE(is_stale(each.name))
        << readme.path << ":" << each.line << " names " << each.name << ", which is nowhere.";
}

TEST(ReadmeFiles, NameWhatThereIs) {
  size_t files = 0;
  for (const SourceFile& file : source_files()) {
    if (std::filesystem::path(file.path).filename() != "README.md" || file.path.starts_with("docs/"))
      continue;
    ++files;
    expect_no_stale_name(file);
  }
  EXPECT_GT(files, 10u);
}

TEST(ReadmeFiles, AreSeenToNameWhatThereIsNot) {
  for (const char* stale : {"tidy/no_such_file.h", "base/no_such_file", "NoSuchType", "no_such_function()",
                            "Profile::no_such_member", "no_such_function(a, b)"})
    EXPECT_TRUE(is_stale(stale)) << stale;
  for (const char* right :
       {"tidy/tree.h", "tests/tidy", "tidy/tree", "SourceFile", "text_of(file)", "Profile::derived",
        "build/nsys-ai", ".nsys-ai/skills/", "a plain text", "snake_case", "SELECT"})
    EXPECT_FALSE(is_stale(right)) << right;
}

}  // namespace
}  // namespace nsys_ai::tidy

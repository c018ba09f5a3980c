// What every file of the project keeps to: a first line, a size, a place in its folder's list, no path of a
// machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

constexpr size_t kMaxLines = 400;
constexpr size_t kMaxLinesOfAFunction = 60;

// Files that are longer, each with its reason. One that has become shorter must leave the list.
const std::map<std::string, std::string> kLongFiles = {};

void expect_sorted(const std::vector<std::string>& names, const std::string& where) {
  EXPECT_GT(names.size(), 1u) << where << ": the list was not found";
  for (size_t i = 1; i < names.size(); ++i)
    EXPECT_LT(names[i - 1], names[i]) << where << ": " << names[i] << " stands too late, or twice";
}

// A file that no list names is a file that nobody builds.
TEST(Lists, OfSourcesAreSortedAndNameEveryFile) {
  for (const SourceFile& cmake : source_files()) {
    if (!cmake.path.ends_with("CMakeLists.txt")) continue;
    std::string text = text_of(cmake);
    for (const ListEntry& entry : listed_by(cmake)) text += entry.file + ".cpp\n";
    const bool is_layer = !layer_call(cmake).empty();
    for (const SourceFile* file :
         is_layer ? files_below(cmake.folder(), {".cpp"}) : files_in(cmake.folder(), {".cpp"}))
      EXPECT_NE(text.find(stem_of(*file) + ".cpp"), std::string::npos) << file->path << " is built by nobody";
    std::vector<std::string> sources = layer_call(cmake)["SOURCES"];
    std::erase_if(sources, [](const std::string& name) { return name.starts_with("$"); });
    if (sources.size() > 1) expect_sorted(sources, cmake.path);
  }
}

std::string_view comment_of(const std::string& extension) {
  static const std::map<std::string, std::string_view> comments = {
      {".cpp", "// "}, {".h", "// "},   {".def", "// "},  {".proto", "// "},
      {".lua", "-- "}, {".sql", "-- "}, {".cmake", "# "}, {".js", "// "},
      {".mjs", "// "}, {".ts", "// "},  {".css", "/* "},  {".sketch", "# "}};
  const auto found = comments.find(extension);
  return found == comments.end() ? "" : found->second;
}

TEST(Files, BeginBySayingWhatTheyAre) {
  for (const SourceFile& file : source_files()) {
    const std::string_view comment = comment_of(file.extension());
    if (comment.empty()) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    const size_t first = file.lines.front().starts_with("#!") && file.lines.size() > 1 ? 1 : 0;
    EXPECT_TRUE(file.lines[first].starts_with(comment) && file.lines[first].size() > comment.size() + 8)
        << file.path << " begins with: " << file.lines[first];
  }
}

TEST(Files, AreShort) {
  for (const SourceFile& file : source_files()) {
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    const bool known = kLongFiles.contains(file.path);
    EXPECT_EQ(file.lines.size() > kMaxLines, known) << file.path << " has " << file.lines.size() << " lines";
  }
}

// Where a function at the left margin opens, which all but the members written inside a class are.
bool opens_function(std::string_view line) {
  if (line.empty() || line.front() == ' ' || !line.ends_with("{")) return false;
  for (const std::string_view other :
       {"namespace", "struct", "class", "enum", "const ", "constexpr ", "union"})
    if (line.starts_with(other) && line.find('(') == std::string_view::npos) return false;
  return true;
}

TEST(Files, HaveShortFunctions) {
  for (const SourceFile& file : source_files()) {
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    if (file.path == "skills/list.cpp") continue;  // a list, one name a line
    size_t begin = 0;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      if (opens_function(file.lines[i])) begin = i + 1;
      if (!file.lines[i].starts_with("}")) continue;
      EXPECT_TRUE(begin == 0 || i + 1 - begin <= kMaxLinesOfAFunction) << file.path << ":" << begin;
      begin = 0;
    }
  }
}

TEST(Files, AreNamedAfterWhatTheyDefine) {
  // Whole words: utilisation is something.
  for (const SourceFile& file : source_files())
    for (const std::string vague : {"manager", "helper", "util", "managers", "helpers", "utils"})
      EXPECT_EQ(("_" + stem_of(file) + "_").find("_" + vague + "_"), std::string::npos) << file.path;
}

// Whether a path of this machine begins at `at`: what continues another path is none.
bool begins_path(std::string_view line, size_t at) {
  constexpr std::string_view kContinues = "_.}~)-";
  return at == 0 || (!std::isalnum(static_cast<unsigned char>(line[at - 1])) &&
                     kContinues.find(line[at - 1]) == std::string_view::npos);
}

TEST(Files, NameNoFolderOfOneMachine) {
  // Written in two parts, so that this file does not hold what it looks for.
  for (const std::string folder : {"/ho"
                                   "me/",
                                   "/ro"
                                   "ot/",
                                   "/Us"
                                   "ers/",
                                   "/wo"
                                   "rk/"})
    for (const SourceFile& file : source_files())
      for (size_t i = 0; i < file.lines.size(); ++i) {
        const size_t at = file.lines[i].find(folder);
        EXPECT_FALSE(at != std::string::npos && begins_path(file.lines[i], at))
            << file.path << ":" << i + 1 << ": " << file.lines[i];
      }
}

}  // namespace
}  // namespace nsys_ai::tidy

// What clients leave to the server: durations, thresholds and the words for them.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

struct Forbidden {
  const char* pattern;
  const char* why;
};

// Of a line without its comment and its texts.
const std::vector<Forbidden> kForbidden = {
    {R"(\b(\w*Ns|duration\w*|nanoseconds)\b\s*[-+*/%<>])", "arithmetic on a time"},
    {R"([-+*/%<>]\s*(\w+\.)*\w*Ns\b)", "arithmetic on a time"},
    {R"(\b1e[369]\b|\b1_?000_?000(_?000)?\b)", "a conversion of units"},
    {R"(\bthreshold\w*)", "a threshold"},
    {R"(\.toFixed\(|\.toPrecision\(|NumberFormat)", "the words for a figure"},
};

std::string code_of(const std::string& line) {
  static const std::regex texts(R"('([^'\\]|\\.)*'|"([^"\\]|\\.)*"|`([^`\\]|\\.)*`|//.*$|^\s*/?\*.*$)");
  return std::regex_replace(line, texts, "");
}

void expect_thin(const SourceFile& file) {
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string code = code_of(file.lines[i]);
    const auto found = std::find_if(kForbidden.begin(), kForbidden.end(), [&](const Forbidden& of) {
      return std::regex_search(code, std::regex(of.pattern));
    });
    EXPECT_TRUE(found == kForbidden.end())
        << file.path << ":" << i + 1 << " has " << found->why << ": " << file.lines[i];
  }
}

TEST(Clients, OfVsCodeComputeNoTimeAndPickNoThreshold) {
  const auto files = files_below("extensions/vscode/src", {".ts"});
  EXPECT_GT(files.size(), 10u);
  for (const SourceFile* file : files)
    if (!file->path.ends_with(".generated.ts")) expect_thin(*file);
}

// The timeline has to place what it draws; pages only draw it.
TEST(Clients, DrawPagesAsTheyCome) {
  for (const char* name : {"page", "page_controls", "tabs", "view", "view_addresses", "view_pane", "card"}) {
    const SourceFile* file = find_file(std::string("extensions/web/") + name + ".js");
    ASSERT_NE(file, nullptr) << name;
    expect_thin(*file);
  }
}

const SourceFile kGuilty{"made.ts", {"const span = endNs - startNs;"}};

TEST(Clients, AreSeenToComputeWhereTheyWould) {
  EXPECT_NONFATAL_FAILURE(expect_thin(kGuilty), "arithmetic on a time");
}

}  // namespace
}  // namespace nsys_ai::tidy

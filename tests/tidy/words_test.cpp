// Words that engineers of the field do not use for what the code does, each with the word to use.
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

const std::map<std::string, std::string> kInstead = {
    {"anew", "again"},
    {"checkpoint", "check_cancelled"},
    {"deceit", "fake"},
    {"handed", "given, passed"},
    {"pacer", "throttled check"},
    {"settle", "complete, decide"},
    {"settled", "complete, decided"},
    {"settles", "completes, decides"},
    {"shortfall", "data loss"},
    {"shortfalls", "data loss"},
    {"signpost", "redirect"},
    {"sureness", "basis"},
    {"tell", "report, say, show"},
    {"telling", "reporting"},
    {"tells", "reports, says, shows"},
    {"told", "reported, said, shown"},
    {"yardstick", "reference"},
};

// The words of a line without its string literals, which hold other people's names too; parts of an
// identifier are words: `told_` and `is_told`.
TEST(Words, AreThoseOfTheField) {
  static const std::regex literal(R"("(?:\\.|[^"\\])*")");
  static const std::regex word("[A-Za-z]+");
  size_t words = 0;
  for (const SourceFile& file : source_files()) {
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    if (file.path.starts_with("tests/")) continue;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      const std::string line = std::regex_replace(file.lines[i], literal, "\"\"");
      for (std::sregex_iterator at(line.begin(), line.end(), word), end; at != end; ++at, ++words) {
        std::string lower = at->str();
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        const auto found = kInstead.find(lower);
        EXPECT_TRUE(found == kInstead.end())
            << file.path << ":" << i + 1 << ": for \"" << lower << "\" say " << found->second;
      }
    }
  }
  EXPECT_GT(words, 100'000u) << "the sources were not found";
}

}  // namespace
}  // namespace nsys_ai::tidy

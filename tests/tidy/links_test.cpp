// Links of documents lead to files and headings that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/support/places.h"
#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> outside_examples(const SourceFile& file) {
  std::vector<std::string> lines;
  bool example = false;
  for (const std::string& line : file.lines) {
    if (line.starts_with("```")) example = !example;
    if (!example) lines.push_back(line);
  }
  return lines;
}

// Without what stands in backquotes.
std::vector<std::string> prose_of(const SourceFile& file) {
  static const std::regex code("`[^`]*`");
  std::vector<std::string> prose = outside_examples(file);
  for (std::string& line : prose) line = std::regex_replace(line, code, "");
  return prose;
}

// The anchor that viewers of Markdown give a heading.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ' || c == '-') anchor += '-';
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || byte > 127) anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

std::set<std::string> anchors_of(const SourceFile& file) {
  std::set<std::string> anchors;
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  for (const std::string& line : outside_examples(file)) {
    const size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    anchors.insert(anchor_of(std::regex_replace(line.substr(level + 1), link, "$1")));
  }
  return anchors;
}

// Empty if the link of a document leads somewhere; else why not.
std::string fault_of_link(const SourceFile& file, const std::string& link) {
  if (link.find("://") != std::string::npos || link.starts_with("mailto:")) return "";
  const size_t hash = link.find('#');
  const std::string path = link.substr(0, hash);
  const fs::path target =
      path.empty() ? fs::path(file.path) : (fs::path(file.path).parent_path() / path).lexically_normal();
  if (!fs::exists(test::source_folder() / target)) return "there is no " + target.string();
  if (hash == std::string::npos || target.extension() != ".md") return "";
  const SourceFile* page = find_file(target.string());
  if (page == nullptr || !anchors_of(*page).contains(link.substr(hash + 1)))
    return target.string() + " has no heading " + link.substr(hash);
  return "";
}

TEST(Links, LeadToWhatThereIs) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  size_t links = 0;
  for (const SourceFile& file : source_files()) {
    // The grammar's text is a part of docs/ASK.md.
    if (file.extension() != ".md" || file.path == "server/question/grammar.md") continue;
    for (const std::string& line : prose_of(file))
      for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at, ++links)
        EXPECT_EQ(fault_of_link(file, (*at)[1]), "") << file.path;
  }
  EXPECT_GT(links, 500u);
}

TEST(Links, AreSeenToLeadNowhere) {
  const SourceFile* page = find_file("docs/CONTRIBUTING.md");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(fault_of_link(*page, "STYLE.md"), "");
  EXPECT_EQ(fault_of_link(*page, "#a-skill"), "");
  EXPECT_EQ(fault_of_link(*page, "NONE.md"), "there is no docs/NONE.md");
  EXPECT_EQ(fault_of_link(*page, "#none"), "docs/CONTRIBUTING.md has no heading #none");
}

}  // namespace
}  // namespace nsys_ai::tidy

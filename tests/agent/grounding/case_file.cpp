// A reader of lines, and a writer of what came.
#include "case_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

std::string unescaped(const std::string& written) {
  std::string text;
  for (size_t at = 0; at < written.size(); ++at) {
    if (written[at] != '\\' || at + 1 == written.size()) {
      text += written[at];
    } else if (written[at + 1] == 'n') {
      text += '\n', ++at;
    } else if (written[at + 1] == '\\') {
      text += '\\', ++at;
    } else if (written[at + 1] == 'x' && at + 3 < written.size()) {
      text += static_cast<char>(std::stoi(written.substr(at + 2, 2), nullptr, 16)), at += 3;
    } else {
      text += written[at];
    }
  }
  return text;
}

std::string indented(const std::string& text) {
  std::string lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines += line.empty() ? " .\n" : " " + line + "\n";
  return lines;
}

}  // namespace

std::vector<WordCase> read_word_cases(const fs::path& path) {
  std::vector<WordCase> cases;
  std::ifstream in(path);
  bool between = true;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') {
      between = between || line.empty();
      continue;
    }
    if (between) cases.push_back({number, {}, {}});
    between = false;
    if (line[0] == ' ') {
      cases.back().expected += line + "\n";
    } else {
      const size_t blank = std::min(line.find(' '), line.size());
      cases.back().given.push_back({line.substr(0, blank), line.substr(std::min(blank + 1, line.size()))});
      // A sketch has escapes of its own.
      WordCase::Line& given = cases.back().given.back();
      if (given.word != "profile") given.rest = unescaped(given.rest);
    }
  }
  return cases;
}

void check_word_cases(const fs::path& path, const std::function<std::string(const WordCase&)>& made) {
  const auto cases = read_word_cases(path);
  ASSERT_FALSE(cases.empty()) << path;
  if (std::getenv("UPDATE")) {
    std::ifstream in(path);
    std::string updated;
    size_t at = 0;
    bool written = true;
    const auto write = [&] {
      if (!written) updated += indented(made(cases[at++]));
      written = true;
    };
    for (std::string line; std::getline(in, line);) {
      if (line.empty()) write();
      if (!line.empty() && line[0] != '#' && line[0] != ' ') written = false;
      if (line.empty() || line[0] != ' ') updated += line + "\n";
    }
    write();
    in.close();
    std::ofstream(path) << updated;
    return;
  }
  for (const WordCase& one : cases) EXPECT_EQ(indented(made(one)), one.expected) << path << ":" << one.line;
}

}  // namespace nsys_ai::test

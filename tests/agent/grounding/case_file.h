// Files of texts with what is expected of each (the language: README.md).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nsys_ai::test {

// Lines of one case: what is given, each with its word (`text`, `given`), and what came.
struct WordCase {
  struct Line {
    std::string word;
    std::string rest;  // \n and \x1b in it are characters
  };
  int line = 0;
  std::vector<Line> given;
  std::string expected;  // lines that begin with a blank
};

std::vector<WordCase> read_word_cases(const std::filesystem::path& path);

// Compares what comes of each case of the file; with UPDATE set, writes it there.
void check_word_cases(const std::filesystem::path& path,
                      const std::function<std::string(const WordCase&)>& made);

}  // namespace nsys_ai::test

// Files of golden tests: what stands in them, read and written back (the language: README.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nsys_ai::test {

// One line of a case with what belongs to it.
struct GoldenStep {
  enum class Kind { text, profile, file, mask, command };
  Kind kind = Kind::text;
  std::string line;                  // a comment, a blank, or what follows the first word
  std::vector<std::string> further;  // indented lines; of a command, its output
  int exit_code = 0;                 // of a command
};

struct GoldenCase {
  std::string title;
  std::vector<GoldenStep> steps;
};

struct GoldenFile {
  std::vector<std::string> preface;  // what stands before the first case
  std::vector<GoldenCase> cases;
};

// Throws on a line that it does not understand, and on a title that stands there twice.
GoldenFile read_golden(const std::filesystem::path& path);
std::string text_of(const GoldenCase& one);
std::string text_of(const GoldenFile& file);

// The lines of `text`, without blank ones at its end, and with a remark when the last line does not end.
std::vector<std::string> output_lines(const std::string& text);

}  // namespace nsys_ai::test

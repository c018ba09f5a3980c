// A line means what its first word says; any other line is output of the command above it.
#include "golden_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace nsys_ai::test {
namespace {

struct Word {
  std::string_view begins;
  GoldenStep::Kind kind;
};
constexpr std::array kWords = {Word{"$ ", GoldenStep::Kind::command},
                               Word{"profile ", GoldenStep::Kind::profile},
                               Word{"file ", GoldenStep::Kind::file}, Word{"mask ", GoldenStep::Kind::mask}};
constexpr std::string_view kExit = "[exit ";

const Word* word_of(std::string_view line) {
  for (const Word& word : kWords)
    if (line.starts_with(word.begins)) return &word;
  return nullptr;
}

bool is_comment(std::string_view line) { return line == "#" || line.starts_with("# "); }

// Output that would be read as something else is escaped by a backslash.
bool needs_backslash(std::string_view line) {
  return word_of(line) != nullptr || is_comment(line) || line.starts_with("== ") || line.starts_with(kExit) ||
         line.starts_with("\\");
}

void add_line(GoldenCase& to, const std::string& line, const std::string& place) {
  GoldenStep* last = to.steps.empty() ? nullptr : &to.steps.back();
  const bool after_command = last != nullptr && last->kind == GoldenStep::Kind::command;
  const bool holds_lines =
      last != nullptr && (last->kind == GoldenStep::Kind::profile || last->kind == GoldenStep::Kind::file);
  if (const Word* word = word_of(line)) {
    to.steps.push_back({word->kind, line.substr(word->begins.size()), {}, 0});
  } else if (is_comment(line)) {
    to.steps.push_back({GoldenStep::Kind::text, line, {}, 0});
  } else if (after_command && line.starts_with(kExit)) {
    last->exit_code = std::stoi(line.substr(kExit.size()));
  } else if (after_command) {
    last->further.push_back(line.starts_with("\\") ? line.substr(1) : line);
  } else if (holds_lines && line.starts_with("  ")) {
    last->further.push_back(line.substr(2));
  } else if (line.empty()) {
    to.steps.push_back({});
  } else {
    throw std::runtime_error(place + ": what is this? " + line);
  }
}

// Blank lines between a command's output and what follows separate, and are no output.
void part_blank_lines(GoldenCase& in) {
  std::vector<GoldenStep> steps;
  for (GoldenStep& step : in.steps) {
    size_t blank = 0;
    while (step.kind == GoldenStep::Kind::command && !step.further.empty() && step.further.back().empty()) {
      step.further.pop_back();
      ++blank;
    }
    steps.push_back(std::move(step));
    for (; blank > 0; --blank) steps.push_back({});
  }
  in.steps = std::move(steps);
}

std::string text_of(const GoldenStep& step) {
  std::string text;
  for (const Word& word : kWords)
    if (word.kind == step.kind) text += word.begins;
  text += step.line + "\n";
  const bool command = step.kind == GoldenStep::Kind::command;
  for (const std::string& line : step.further)
    text += (command ? (needs_backslash(line) ? "\\" : "") : "  ") + line + "\n";
  if (step.exit_code != 0) text += std::string(kExit) + std::to_string(step.exit_code) + "]\n";
  return text;
}

}  // namespace

GoldenFile read_golden(const std::filesystem::path& path) {
  GoldenFile file;
  std::ifstream stream(path);
  std::string line;
  for (size_t number = 1; std::getline(stream, line); ++number) {
    const std::string place = path.filename().string() + ":" + std::to_string(number);
    if (!line.starts_with("== ")) {
      if (file.cases.empty())
        file.preface.push_back(line);
      else
        add_line(file.cases.back(), line, place);
      continue;
    }
    const std::string title = line.substr(3);
    if (std::ranges::any_of(file.cases, [&](const GoldenCase& one) { return one.title == title; }))
      throw std::runtime_error(place + ": this title stands there twice: " + title);
    file.cases.push_back({title, {}});
  }
  for (GoldenCase& one : file.cases) part_blank_lines(one);
  return file;
}

std::string text_of(const GoldenCase& one) {
  std::string text = "== " + one.title + "\n";
  for (const GoldenStep& step : one.steps) text += text_of(step);
  return text;
}

std::string text_of(const GoldenFile& file) {
  std::string text;
  for (const std::string& line : file.preface) text += line + "\n";
  for (const GoldenCase& one : file.cases) text += text_of(one);
  return text;
}

std::vector<std::string> output_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (!text.empty() && text.back() != '\n') lines.emplace_back("[no end of line]");
  return lines;
}

}  // namespace nsys_ai::test

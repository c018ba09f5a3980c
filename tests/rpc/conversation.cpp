// Reads and writes files of conversations.
#include "conversation.h"

#include <fstream>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

struct Word {
  std::string_view begins;
  Step::Kind kind;
};
constexpr Word kWords[] = {{"--> ", Step::Kind::sent},       {"<-- ", Step::Kind::received},
                           {"session", Step::Kind::session}, {"profile ", Step::Kind::file},
                           {"file ", Step::Kind::file},      {"mask ", Step::Kind::mask},
                           {"await ", Step::Kind::await},    {"#", Step::Kind::text}};

Step read_step(const std::string& line, size_t number) {
  if (line.empty()) return {Step::Kind::text, line, {}, number};
  for (const Word& word : kWords)
    if (line.starts_with(word.begins)) {
      const bool arrow = word.kind == Step::Kind::sent || word.kind == Step::Kind::received;
      return {word.kind, arrow ? line.substr(4) : line, {}, number};
    }
  throw std::runtime_error("line " + std::to_string(number) + ": what is this? " + line);
}

}  // namespace

ConversationFile read_conversations(const std::filesystem::path& path) {
  ConversationFile file;
  std::ifstream stream(path);
  std::string line;
  for (size_t number = 1; std::getline(stream, line); ++number) {
    if (line.starts_with("== ")) {
      file.conversations.push_back({line.substr(3), {}});
    } else if (file.conversations.empty()) {
      file.preface.push_back(line);
    } else if (auto& steps = file.conversations.back().steps; line.starts_with("  ") && !steps.empty()) {
      steps.back().further.push_back(line.substr(2));
    } else {
      steps.push_back(read_step(line, number));
    }
  }
  return file;
}

std::string text_of(const ConversationFile& file) {
  std::string text;
  for (const auto& line : file.preface) text += line + "\n";
  for (const auto& conversation : file.conversations) {
    text += "== " + conversation.title + "\n";
    for (const Step& step : conversation.steps) {
      if (step.kind == Step::Kind::sent) text += "--> ";
      if (step.kind == Step::Kind::received) text += "<-- ";
      text += step.line + "\n";
      for (const auto& line : step.further) text += "  " + line + "\n";
    }
  }
  return text;
}

}  // namespace nsys_ai::test

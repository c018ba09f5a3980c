// Parses line by line; a blank line ends a case.
#include "agent/eval/question_file.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <utility>

#include "base/quotation.h"

namespace nsys_ai {
namespace {

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

Result<ExpectedAnswer> read_answer(const std::string& text) {
  if (text == "cannot") return ExpectedAnswer{true, "", "", 0};
  if (text.starts_with("name ")) return ExpectedAnswer{false, trimmed(text.substr(5)), "name", 0};
  const size_t blank = text.find(' ');
  ExpectedAnswer answer;
  answer.value = text.substr(0, blank);
  std::string rest = blank == std::string::npos ? "" : trimmed(text.substr(blank));
  const size_t within = rest.find(" within ");
  if (within != std::string::npos) {
    answer.within = std::strtod(rest.c_str() + within + 8, nullptr) / 100;
    rest.resize(within);
  }
  answer.unit = trimmed(rest);
  char* end = nullptr;
  std::strtod(answer.value.c_str(), &end);
  if (answer.value.empty() || *end != '\0' || answer.unit.empty())
    return fail(ErrorCode::bad_request, "an answer has a number and a unit");
  return answer;
}

class QuestionReader {
 public:
  explicit QuestionReader(std::string file) : file_(std::move(file)) {}

  Result<std::vector<QuestionCase>> read(std::istream& in) {
    for (std::string line; std::getline(in, line);) {
      ++line_;
      if (const auto good = read_line(line); !good) return tl::unexpected(placed(good.error()));
    }
    if (const auto good = end_case(); !good) return tl::unexpected(placed(good.error()));
    return std::move(cases_);
  }

 private:
  Error placed(const Error& error) const {
    return {error.code, fmt::format("{}:{}: {}.", file_, line_, error.message),
            "tests/question/README.md has the language."};
  }

  Result<void> read_line(const std::string& line) {
    if (trimmed(line).empty()) return end_case();
    if (line[0] == '#') return {};
    if (line[0] == ' ' || line[0] == '\t') {
      if (!in_sql_) return fail(ErrorCode::bad_request, "a line is indented that goes on with nothing");
      now_.sql += " " + trimmed(line);
      return {};
    }
    const size_t blank = line.find(' ');
    const std::string word = line.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : trimmed(line.substr(blank));
    in_sql_ = word == "sql";
    return take(word, rest);
  }

  Result<void> take(const std::string& word, const std::string& rest) {
    if (word == "profile") {
      if (auto ended = end_case(); !ended) return ended;
      profile_ = comment_cut(rest);
    } else if (word == "question") {
      if (now_.wordings.empty()) now_.line = line_;
      now_.wordings.push_back(rest);
    } else if (word == "sql") {
      now_.sql = rest;
    } else if (word == "answer") {
      auto answer = read_answer(comment_cut(rest));
      if (!answer) return tl::unexpected(answer.error());
      now_.answer = std::move(*answer);
      answered_ = true;
    } else if (word == "says") {
      now_.says.push_back(rest);
    } else {
      return fail(ErrorCode::bad_request, "no line begins with " + quotation(word));
    }
    return {};
  }

  static std::string comment_cut(const std::string& text) {
    const size_t at = text.find("  #");
    return at == std::string::npos ? text : trimmed(text.substr(0, at));
  }

  Result<void> end_case() {
    const char* wrong = wrong_with_case();
    if (*wrong != '\0') return fail(ErrorCode::bad_request, wrong);
    if (now_.wordings.empty()) return {};
    now_.profile = profile_;
    cases_.push_back(std::move(now_));
    now_ = {};
    answered_ = false;
    in_sql_ = false;
    return {};
  }

  const char* wrong_with_case() const {
    if (now_.wordings.empty()) return now_.sql.empty() && !answered_ ? "" : "an answer without a question";
    if (profile_.empty()) return "no profile is named above the question";
    if (!answered_ && now_.says.empty()) return "a question without an answer";
    if (now_.sql.empty() && !now_.answer.cannot && now_.says.empty()) return "an answer without its SQL";
    return "";
  }

  const std::string file_;
  std::vector<QuestionCase> cases_;
  QuestionCase now_;
  std::string profile_;
  int line_ = 0;
  bool answered_ = false;
  bool in_sql_ = false;
};

}  // namespace

Result<std::vector<QuestionCase>> read_questions(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in)
    return fail(ErrorCode::cannot_do, "There is no file " + quotation(path.string()) + ".",
                "Check the path.");
  return QuestionReader(path.string()).read(in);
}

}  // namespace nsys_ai

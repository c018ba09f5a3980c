// One line at a time; a blank line ends a case.
#include "question_file.h"

#include <fstream>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

ExpectedAnswer read_answer(const std::string& text) {
  if (text == "cannot") return {true, "", "", 0};
  if (text.rfind("name ", 0) == 0) return {false, trimmed(text.substr(5)), "name", 0};
  ExpectedAnswer answer;
  const size_t blank = text.find(' ');
  if (blank == std::string::npos) throw std::runtime_error("an answer has a value and a unit: " + text);
  answer.value = text.substr(0, blank);
  std::string rest = trimmed(text.substr(blank));
  const size_t within = rest.find(" within ");
  if (within != std::string::npos) {
    answer.within = std::stod(rest.substr(within + 8)) / 100;
    rest.resize(within);
  }
  answer.unit = trimmed(rest);
  return answer;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path) {}

  std::vector<QuestionCase> read() {
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) {
      ++line_;
      read(line);
    }
    end_case();
    return std::move(cases_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(path_.string() + ":" + std::to_string(line_) + ": " + why);
  }

  void read(const std::string& line) {
    if (trimmed(line).empty()) return end_case();
    if (line[0] == '#') return;
    if (line[0] == ' ' || line[0] == '\t') {
      if (!in_sql_) fail("a line is indented that goes on with nothing");
      now_.sql += " " + trimmed(line);
      return;
    }
    const size_t blank = line.find(' ');
    const std::string word = line.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : trimmed(line.substr(blank));
    in_sql_ = word == "sql";
    if (word == "profile") {
      end_case();
      profile_ = rest;
    } else if (word == "question") {
      if (now_.wordings.empty()) now_.line = line_;
      now_.wordings.push_back(rest);
    } else if (word == "sql") {
      now_.sql = rest;
    } else if (word == "answer") {
      now_.answer = read_answer(comment_cut(rest));
      answered_ = true;
    } else if (word == "says") {
      now_.says.push_back(rest);
    } else {
      fail("no line begins with \"" + word + "\"");
    }
  }

  static std::string comment_cut(const std::string& text) {
    const size_t at = text.find("  #");
    return at == std::string::npos ? text : trimmed(text.substr(0, at));
  }

  void end_case() {
    if (now_.wordings.empty()) {
      if (!now_.sql.empty() || answered_) fail("an answer without a question");
      return;
    }
    if (profile_.empty()) fail("no profile is named above the question");
    if (now_.wordings.size() != 3) fail("a question is worded three ways");
    if (!answered_ && now_.says.empty()) fail("a question without an answer");
    if (now_.sql.empty() && !now_.answer.cannot && now_.says.empty()) fail("an answer without its SQL");
    now_.profile = profile_;
    cases_.push_back(std::move(now_));
    now_ = {};
    answered_ = false;
    in_sql_ = false;
  }

  std::filesystem::path path_;
  std::vector<QuestionCase> cases_;
  QuestionCase now_;
  std::string profile_;
  int line_ = 0;
  bool answered_ = false;
  bool in_sql_ = false;
};

}  // namespace

std::vector<QuestionCase> read_questions(const std::filesystem::path& path) { return Reader(path).read(); }

}  // namespace nsys_ai::test

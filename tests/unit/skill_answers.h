// Answers of skills on real captures, for comparison with SQL, truths and what the vendor's tool prints.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "skills/list.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {

// All rows, whatever the default limit is.
inline Answer ask_all(const Profile& profile, const std::string& skill, ParamValues values = {},
                      const ScopeRequest& scope = {}) {
  const auto found = built_in_skills().find(skill);
  if (!found) throw std::runtime_error(found.error().message);
  values.try_emplace("limit", "0");
  auto answer = run_skill(**found, profile, scope, values);
  if (!answer) throw std::runtime_error(answer.error().message);
  return *answer;
}

// The rows of an answer by the names of its columns.
class AnswerRows {
 public:
  explicit AnswerRows(Answer answer) : answer_(std::move(answer)) {}

  size_t size() const { return answer_.table.rows.size(); }
  const Answer& answer() const { return answer_; }
  int64_t integer(size_t row, const std::string& column) const { return std::get<int64_t>(at(row, column)); }
  double real(size_t row, const std::string& column) const { return std::get<double>(at(row, column)); }
  std::string text(size_t row, const std::string& column) const {
    return std::get<std::string>(at(row, column));
  }
  bool is_null(size_t row, const std::string& column) const {
    return std::holds_alternative<std::monostate>(at(row, column));
  }

 private:
  const Value& at(size_t row, const std::string& column) const {
    for (size_t i = 0; i < answer_.table.columns.size(); ++i)
      if (answer_.table.columns[i].name == column) return answer_.table.rows[row][i];
    throw std::runtime_error("no column " + column);
  }
  Answer answer_;
};

// A file of `oracle/`, by the names of its columns; quotes hold commas and nothing is escaped.
inline std::vector<std::map<std::string, std::string>> csv_rows(const std::filesystem::path& path) {
  const auto cells = [](const std::string& line) {
    std::vector<std::string> all(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        all.emplace_back();
      else
        all.back() += c;
    }
    return all;
  };
  std::istringstream in(bytes_of(path));
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> head;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const auto row = cells(line);
    if (head.empty()) {
      head = row;
      continue;
    }
    rows.emplace_back();
    for (size_t i = 0; i < std::min(head.size(), row.size()); ++i) rows.back()[head[i]] = row[i];
  }
  return rows;
}

// Lines of SQL's answer, each as its cells.
inline std::vector<std::vector<std::string>> table_of(const std::string& answer) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(answer);
  for (std::string line; std::getline(in, line);) {
    rows.emplace_back(1);
    for (const char c : line)
      if (c == '|')
        rows.back().emplace_back();
      else
        rows.back().back() += c;
  }
  return rows;
}

}  // namespace nsys_ai::test

// Answers of the relational model as lines of cells between bars, as SQL on a file answers in tests.
#pragma once

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "skills/list.h"
#include "sql/query.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {

// What is NULL has no text.
inline std::string cell_text(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : "";
}

inline void add_line(std::string& lines, const std::vector<std::string>& cells) {
  if (!lines.empty()) lines += '\n';
  for (size_t i = 0; i < cells.size(); ++i) lines += (i > 0 ? "|" : "") + cells[i];
}

inline Result<QueryAnswer> query(const Profile& profile, std::string_view sql,
                                 const ScopeRequest& request = {}, const Work& work = {}) {
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  return run_query(profile, *scope, {sql},
                   {.rows = 10'000'000, .bytes = int64_t{4} << 30, .time = std::chrono::minutes(5)}, work);
}

// The rows of a query; its error where it fails.
inline std::string rows_of(const Profile& profile, std::string_view sql, const ScopeRequest& request = {}) {
  const auto answer = query(profile, sql, request);
  if (!answer) return answer.error().message;
  std::string lines;
  for (const auto& row : answer->table.rows) {
    std::vector<std::string> cells;
    for (const Value& value : row) cells.push_back(cell_text(value));
    add_line(lines, cells);
  }
  return lines;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// As a text of a query.
inline std::string quoted(std::string text) {
  for (size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.insert(at, 1, '\'');
  return "'" + text + "'";
}

// Some columns of all rows that a skill answers.
inline std::string rows_of_skill(const Profile& profile, const std::string& skill,
                                 const std::vector<std::string>& columns, ParamValues values = {},
                                 const ScopeRequest& scope = {}) {
  const auto found = built_in_skills().find(skill);
  if (!found) throw std::runtime_error(found.error().message);
  values.emplace("limit", "0");
  const auto answer = run_skill(**found, profile, scope, values);
  if (!answer) return answer.error().message;
  std::string lines;
  for (const auto& row : answer->table.rows) {
    std::vector<std::string> cells;
    for (const std::string& column : columns)
      for (size_t i = 0; i < row.size(); ++i)
        if (answer->table.columns[i].name == column) cells.push_back(cell_text(row[i]));
    if (cells.size() != columns.size()) throw std::runtime_error(skill + " lacks a column");
    add_line(lines, cells);
  }
  return lines;
}

}  // namespace nsys_ai::test

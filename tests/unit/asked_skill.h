// What a skill answers about a real capture, cell by cell, and the vendor's own tables of the same capture.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "skills/list.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {

class Asked {
 public:
  Asked(const Profile& profile, const std::string& skill, ParamValues params = {},
        const ScopeRequest& scope = {}) {
    const auto found = built_in_skills().find(skill);
    if (!found) throw std::runtime_error(found.error().message);
    params.try_emplace("limit", "0");
    auto answer = run_skill(**found, profile, scope, params);
    if (!answer) throw std::runtime_error(answer.error().message);
    answer_ = std::move(*answer);
  }
  const Answer& answer() const { return answer_; }
  size_t rows() const { return answer_.table.rows.size(); }
  // The value of a column; -1 for none.
  int64_t integer(size_t row, const std::string& column) const {
    const auto* value = std::get_if<int64_t>(&cell(row, column));
    return value ? *value : -1;
  }
  double real(size_t row, const std::string& column) const {
    const auto* value = std::get_if<double>(&cell(row, column));
    return value ? *value : -1;
  }
  std::string text(size_t row, const std::string& column) const {
    const auto* value = std::get_if<std::string>(&cell(row, column));
    return value ? *value : "";
  }
  // Some columns of all rows, as the SQL of a test prints them.
  std::string lines(const std::vector<std::string>& columns) const {
    std::ostringstream all;
    for (size_t row = 0; row < rows(); ++row) {
      all << (row > 0 ? "\n" : "");
      for (const std::string& column : columns) {
        all << (column == columns.front() ? "" : "|");
        std::visit([&](const auto& value) { print(all, value); }, cell(row, column));
      }
    }
    return all.str();
  }

 private:
  static void print(std::ostream&, std::monostate) {}
  template <class T>
  static void print(std::ostream& out, const T& value) {
    out << value;
  }
  const Value& cell(size_t row, const std::string& column) const {
    for (size_t i = 0; i < answer_.table.columns.size(); ++i)
      if (answer_.table.columns[i].name == column) return answer_.table.rows[row][i];
    throw std::runtime_error("no column " + column);
  }

  Answer answer_;
};

inline std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

// The rows of a table that the vendor's tools print of a capture, without its head; empty when there is none.
// No cell of those used here holds a comma.
inline std::vector<std::vector<std::string>> vendor_rows(const std::string& capture,
                                                         const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line :
       split(bytes_of(profiles_folder() / "oracle" / capture / (table + ".csv")), '\n'))
    rows.push_back(split(line, ','));
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

class RealCapture : public testing::TestWithParam<std::string> {
 protected:
  std::string name() const { return GetParam(); }
  const Profile& profile() const { return capture.profile(); }
  std::string ask(const std::string& sql) { return capture.ask(sql); }
  // Rows of numbers.
  std::vector<std::vector<int64_t>> numbers(const std::string& sql) {
    std::vector<std::vector<int64_t>> rows;
    for (const std::string& line : split(ask(sql), '\n')) {
      rows.emplace_back();
      for (const std::string& cell : split(line, '|')) rows.back().push_back(std::stoll(cell));
    }
    return rows;
  }
  // Calls but for backtrace twins and the creation of graph nodes; a file made by hand has neither.
  std::string own_calls(const std::string& table = "") {
    return capture.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass") ? table + "eventClass NOT IN (67, 77)"
                                                                    : "1";
  }
  // An export of before 2022 may not say which process it was.
  std::string pid_of(const std::string& table, const std::string& id) {
    return capture.has(table, id) ? "((" + id + " >> 24) & 16777215)" : "-1";
  }

  Capture capture{profiles_folder() / (GetParam() + ".sqlite")};
};

}  // namespace nsys_ai::test

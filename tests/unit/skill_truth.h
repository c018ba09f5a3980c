// Answers of skills on real captures, beside plain SQL on the file and what the vendor's tools print.
#pragma once

#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/unit/skill_answers.h"

namespace nsys_ai::test {

// One row of an answer, or of a list that a tool prints: texts by the names of the columns.
using Record = std::map<std::string, std::string>;

inline std::string text_of_value(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) {
    std::ostringstream out;
    out.precision(15);
    out << *real;
    return out.str();
  }
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

inline std::vector<Record> records(const Answer& answer) {
  std::vector<Record> all;
  for (const auto& row : answer.table.rows) {
    Record record;
    for (size_t i = 0; i < row.size(); ++i) record[answer.table.columns[i].name] = text_of_value(row[i]);
    all.push_back(std::move(record));
  }
  return all;
}

// `a|b|c` for each record, one line each.
inline std::string lines(const std::vector<Record>& records, const std::vector<std::string>& columns) {
  std::string text;
  for (const Record& record : records) {
    for (size_t i = 0; i < columns.size(); ++i) text += (i > 0 ? "|" : "") + record.at(columns[i]);
    text += '\n';
  }
  return text;
}

inline std::vector<std::string> cells(const std::string& line, char between) {
  std::vector<std::string> all(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == between && !quoted)
      all.emplace_back();
    else
      all.back() += c;
  }
  return all;
}

// What the vendor's tool printed of a capture; nothing where there is no such list.
inline std::optional<std::vector<Record>> oracle(const std::string& capture, const std::string& list) {
  std::ifstream in(profiles_folder() / "oracle" / capture / (list + ".csv"));
  if (!in) return std::nullopt;
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> heads = cells(line, ',');
  std::vector<Record> all;
  while (std::getline(in, line)) {
    const std::vector<std::string> row = cells(line, ',');
    Record record;
    for (size_t i = 0; i < std::min(heads.size(), row.size()); ++i) record[heads[i]] = row[i];
    all.push_back(std::move(record));
  }
  return all;
}

// A call's name without versions, computed in another way than the program's.
inline std::string bare_call(const std::string& name) {
  static const std::regex suffixes("(_v[0-9]+|_ptsz|_ptds)+$");
  return std::regex_replace(name, suffixes, "");
}

// A column in SQL, or what stands for it where the table lacks it.
inline std::string column(Capture& capture, const std::string& table, const std::string& name,
                          const std::string& otherwise) {
  return capture.has(table, name) ? name : otherwise;
}

class SkillTruth : public testing::TestWithParam<std::string> {
 protected:
  SkillTruth() : capture(profiles_folder() / (GetParam() + ".sqlite")) {}
  bool has_rows(const std::string& table) {
    return capture.has(table) && capture.ask("SELECT 1 FROM " + table + " LIMIT 1") == "1";
  }
  const Profile& profile() const { return capture.profile(); }

  Capture capture;
};

}  // namespace nsys_ai::test

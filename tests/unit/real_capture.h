// A real capture beside SQL on a copy of it, and the comparison of a family with its table.
#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <iostream>
#include <memory>

#include "profile/families/lazy_family.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {

// A column of a family for the comparison: how SQL says it, and how an element does. Both go into a sum in
// which each row has a weight of its own, so that a value in the wrong row shows.
template <class T>
struct Compared {
  std::string column;     // of the file; where the table lacks it, `otherwise` counts
  std::string otherwise;  // for NULL
  std::function<int64_t(const T&, size_t)> ours;
  std::string sql = {};  // instead of the column
};

inline int64_t weighed(int64_t row, int64_t value) { return (row % 97 + 1) * (value % 10007); }

class Capture {
 public:
  explicit Capture(const std::filesystem::path& path) : path_(folder_ / "capture.sqlite") {
    std::filesystem::copy_file(path, path_);
    std::filesystem::permissions(path_,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    auto loaded = load_profile(path);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    profile_ = *loaded;
    sql_ = std::make_unique<sketch::Database>(path_.string());
  }

  const Profile& profile() const { return *profile_; }
  std::string ask(const std::string& sql) { return sql_->answer(sql); }
  bool has(const std::string& table, const std::string& column = "") {
    if (column.empty())
      return ask("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '" + table + "'") == "1";
    return ask("SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name = '" + column + "'") ==
           "1";
  }
  template <class T>
  const T& events() {
    auto read = profile_->events<T>();
    if (!read) throw std::runtime_error(read.error().message);
    return **read;
  }

  // Compares the rows of `table` under `where` with those elements of a family that `mine` picks.
  template <class T>
  void compare(const std::string& table, const std::string& where, const std::vector<Compared<T>>& columns,
               const std::function<bool(const T&, size_t)>& mine = {}) {
    SCOPED_TRACE(table);
    const T& family = this->events<T>();
    std::string wanted = "0";
    std::string sums;
    if (has(table)) {
      std::string select = "SELECT count(*)";
      for (const auto& column : columns)
        select += ", coalesce(sum((rowid % 97 + 1) * (" + expression(table, column) + " % 10007)), 0)";
      wanted = ask(select + " FROM " + table + (where.empty() ? "" : " WHERE " + where));
    } else {
      for (size_t i = 0; i < columns.size(); ++i) wanted += "|0";
    }
    int64_t rows = 0;
    std::vector<int64_t> totals(columns.size(), 0);
    for (size_t i = 0; i < family.row.size(); ++i) {
      if (mine && !mine(family, i)) continue;
      ++rows;
      for (size_t c = 0; c < columns.size(); ++c)
        totals[c] += weighed(family.row[i], columns[c].ours(family, i));
    }
    std::string got = std::to_string(rows);
    for (const int64_t total : totals) got += "|" + std::to_string(total);
    EXPECT_EQ(got, wanted);
    if (rows > 0) std::cout << "    " << table << ": " << rows << " rows\n";
  }

 private:
  template <class T>
  std::string expression(const std::string& table, const Compared<T>& of) {
    if (!has(table, of.column)) return of.otherwise;
    return "coalesce(" + (of.sql.empty() ? "\"" + of.column + "\"" : of.sql) + ", " + of.otherwise + ")";
  }

  TemporaryFolder folder_;
  std::filesystem::path path_;
  ProfilePtr profile_;
  std::unique_ptr<sketch::Database> sql_;
};

// All real captures by name, for parameterized tests.
inline std::vector<std::string> capture_names() {
  std::vector<std::string> names;
  for (const auto& path : captures()) names.push_back(path.stem().string());
  return names;
}

// A capture as the name of a test holds it.
inline std::string name_in_test(std::string capture) {
  std::replace_if(
      capture.begin(), capture.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); },
      '_');
  return capture;
}

inline std::string test_name(const testing::TestParamInfo<std::string>& capture) {
  return name_in_test(capture.param);
}

inline std::string test_name_of_path(const testing::TestParamInfo<std::filesystem::path>& capture) {
  return name_in_test(capture.param.stem().string());
}

}  // namespace nsys_ai::test

// The tables of Nsight's SQLite exports, release by release.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nsys_ai::sketch {

struct Column {
  std::string name{};
  std::string type = "INTEGER";
  bool not_null = false, primary = false;
};

struct Table {
  std::string name{};
  std::vector<Column> columns{};
};

// What a release of Nsight Systems says about itself.
struct Release {
  int number = 0;  // 2025.1 is 20251, 2020 is 20200
  std::string date{}, product{}, schema{};
};

std::optional<Release> find_release(const std::string& version);

// The tables a release may write. It creates only those that have rows.
std::vector<Table> layout(const Release& release);

// A table whose name is in the layout of any release; a wrong name is a typing error.
bool is_known_table(const std::string& name);

// The tables of names for enum values, which a release writes whether they are used or not.
struct EnumTable {
  std::string name{};
  std::vector<std::vector<std::string>> rows{};  // id, name, label
};
std::vector<EnumTable> enum_tables(const Release& release);

}  // namespace nsys_ai::sketch

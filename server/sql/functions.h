// The functions of SQLite that a statement may call.
#pragma once

#include <string_view>
#include <vector>

namespace nsys_ai::inline sql {

// In whatever case.
bool is_sql_function(std::string_view name);
// By name.
std::vector<std::string_view> sql_functions();

}  // namespace nsys_ai::inline sql

// The tables of a report, from the answers of skills.
#pragma once

#include <vector>

#include "view/report/report.h"

namespace nsys_ai {

// The value of a row in the column of that name; null where there is none.
Value value_in(const Table& table, const std::vector<Value>& row, std::string_view column);
int64_t number_in(const Table& table, const std::vector<Value>& row, std::string_view column);
std::string text_in(const Table& table, const std::vector<Value>& row, std::string_view column);

// `by_device` has the kernels of all processes on the GPUs of one number; answers have all rows.
std::vector<ReportTable> report_tables(const RunReport& report, const std::vector<ReportProcess>& by_device);

}  // namespace nsys_ai

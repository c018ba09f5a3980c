// The tables of a report, from the answers of skills.
#pragma once

#include <vector>

#include "view/report/report.h"

namespace nsys_ai {

// The value of a row in the column of that name; null where there is none.
Value value_in(const Table& table, const std::vector<Value>& row, std::string_view column);
int64_t number_in(const Table& table, const std::vector<Value>& row, std::string_view column);
std::string text_in(const Table& table, const std::vector<Value>& row, std::string_view column);

// The kernels of one process on one GPU, or of all processes on the GPU of that number.
struct KernelsOf {
  std::optional<int64_t> pid;
  int64_t device = 0;
  Answer answer;  // of top_kernels, with all rows
};

std::vector<ReportTable> report_tables(const Report& report, const std::vector<KernelsOf>& by_device,
                                       const std::vector<KernelsOf>& by_process);

}  // namespace nsys_ai

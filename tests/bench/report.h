// The figures of a benchmark as a table, as JSON, and against their limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nsys_ai::bench {

struct Figure {
  std::string name;
  double value = 0;
  std::string unit;             // ms, MB, M rows/s
  std::optional<double> ratio;  // to what `of` names
  std::string of{};
  std::optional<double> limit{};  // of the ratio, or of the value where there is no ratio
  // Whether the ratio is to be the same however many rows there are, and what it was with fewer.
  bool is_steady = false;
  std::optional<double> with_fewer_rows{};
};
// A steady ratio may be so much larger with more rows.
inline constexpr double kMaxGrowth = 1.15;

struct Report {
  std::string profile;
  int64_t file_bytes = 0;
  std::string rows;  // how many of what, in words
  std::vector<Figure> figures;
  std::vector<std::string> notes;  // on how far the figures go
  std::vector<std::string> wrong;  // answers that are not what the scan found
};

// Takes over the ratios of a profile with fewer rows, from its `json`. Throws std::runtime_error.
void compare_with_fewer_rows(Report& report, const std::string& json_of_fewer);

std::string markdown(const Report& report);
std::string json(const Report& report);
// One sentence for each figure beyond its limit and each wrong answer.
std::vector<std::string> fallen(const Report& report);

}  // namespace nsys_ai::bench

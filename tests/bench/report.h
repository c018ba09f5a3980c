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
  std::optional<double> limit{};  // of the ratio
};

struct Report {
  std::string profile;
  int64_t file_bytes = 0;
  std::string rows;  // how many of what, in words
  std::vector<Figure> figures;
  std::vector<std::string> notes;  // on how far the figures go
  std::vector<std::string> wrong;  // answers that are not what the scan found
};

std::string markdown(const Report& report);
std::string json(const Report& report);
// One sentence for each figure beyond its limit and each wrong answer.
std::vector<std::string> fallen(const Report& report);

}  // namespace nsys_ai::bench

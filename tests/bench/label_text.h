// The text of a label that carries an instance.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/workload.h"

namespace nsys_ai::bench {

// For one thread.
class LabelText {
 public:
  explicit LabelText(LabelStyle style);
  // Good until the next call. The range has an instance.
  std::string_view of(const RangeRow& range);

 private:
  void pytorch(const RangeRow& range, const std::string& label);

  LabelStyle style_;
  std::vector<std::vector<std::string>> labels_;
  std::string text_;
};

}  // namespace nsys_ai::bench

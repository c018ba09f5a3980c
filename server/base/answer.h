// The answer to a question about a profile, in the one shape that every client prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"

namespace nsys_ai {

// `rows`: the answer has rows. `empty`: the skill ran and found nothing. `cannot_answer`: the capture lacks
// the data that the skill needs.
enum class Outcome { rows, empty, cannot_answer };
std::string_view name_of(Outcome outcome);

// The part of the capture that an answer covers.
struct AnswerScope {
  std::vector<int64_t> devices;  // CUDA ordinals, as the processes number them, sorted, each once
  int64_t start_ns = 0;          // on the capture's clock
  int64_t end_ns = 0;
};

struct Answer {
  std::string skill;
  Outcome outcome = Outcome::empty;
  std::string reason;              // why it is empty or cannot be answered
  std::vector<std::string> needs;  // what to capture to make it answerable
  AnswerScope scope;
  Table table;
  int64_t total_rows = 0;  // before `limit`
  bool truncated = false;
  std::vector<std::string> notes;
};

}  // namespace nsys_ai

// Counts differences.
#include "analysis/nvtx/label_numbers.h"

#include <algorithm>
#include <cctype>

namespace nsys_ai::inline analysis {

std::vector<int64_t> numbers_in(std::string_view text) {
  const auto is_digit = [&](size_t at) { return std::isdigit(static_cast<unsigned char>(text[at])) != 0; };
  std::vector<int64_t> numbers;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(at)) continue;
    int64_t number = 0;
    for (; at < text.size() && is_digit(at); ++at)
      number = std::min<int64_t>(number * 10 + (text[at] - '0'), INT32_MAX);
    numbers.push_back(number);
  }
  return numbers;
}

std::optional<int64_t> counted_on(const std::vector<int64_t>& before, const std::vector<int64_t>& now) {
  if (before.size() != now.size()) return std::nullopt;
  const auto [was, is] = std::mismatch(before.begin(), before.end(), now.begin());
  if (was == before.end()) return std::nullopt;
  return *is - *was;
}

void CountingSteps::add(const std::vector<int64_t>& before, const std::vector<int64_t>& now) {
  if (const auto by = counted_on(before, now)) ++pairs_[*by];
}

std::optional<CountingSteps::Step> CountingSteps::most_frequent() const {
  std::optional<Step> most;
  for (const auto& [by, pairs] : pairs_)
    if (!most || pairs > most->pairs) most = Step{by, pairs};
  return most;
}

}  // namespace nsys_ai::inline analysis

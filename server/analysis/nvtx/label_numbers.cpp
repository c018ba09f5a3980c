// Counts the differences between consecutive numbers.
#include "analysis/nvtx/label_numbers.h"

#include <algorithm>
#include <cctype>

namespace nsys_ai {

namespace {

// Calls `visit(begin, end)` for each sequence of digits.
template <class Visit>
void each_number(std::string_view text, Visit visit) {
  const auto is_digit = [&](size_t at) { return std::isdigit(static_cast<unsigned char>(text[at])) != 0; };
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(at)) continue;
    const size_t begin = at;
    while (at < text.size() && is_digit(at)) ++at;
    visit(begin, at);
  }
}

}  // namespace

std::vector<int64_t> numbers_in(std::string_view text) {
  std::vector<int64_t> numbers;
  each_number(text, [&](size_t begin, size_t end) {
    int64_t number = 0;
    for (; begin < end; ++begin) number = std::min<int64_t>(number * 10 + (text[begin] - '0'), INT32_MAX);
    numbers.push_back(number);
  });
  return numbers;
}

std::string without_numbers_in_words(std::string_view text) {
  std::string without;
  size_t kept = 0;
  each_number(text, [&](size_t begin, size_t end) {
    const bool is_word =
        end < text.size() && text[end] != '_' && std::isalnum(static_cast<unsigned char>(text[end])) != 0;
    if (begin == 0 || text[begin - 1] != '_' || is_word) return;
    without.append(text, kept, begin - kept);
    without += '#';
    kept = end;
  });
  return without.append(text, kept);
}

std::vector<bool> are_indices(std::string_view text) {
  std::vector<bool> indices;
  each_number(text, [&](size_t begin, size_t end) {
    const bool behind_sign =
        begin >= 2 && std::string_view("./[").find(text[begin - 1]) != std::string_view::npos;
    // A digit before a point makes it a fraction or a version.
    const auto before = behind_sign ? static_cast<unsigned char>(text[begin - 2]) : 0;
    const bool behind_name = std::isalpha(before) != 0 || before == '_' || before == ']';
    const bool is_whole = end == text.size() || std::isalnum(static_cast<unsigned char>(text[end])) == 0;
    indices.push_back(behind_sign && behind_name && is_whole);
  });
  return indices;
}

std::optional<Counted> counted_on(const std::vector<int64_t>& before, const std::vector<int64_t>& now) {
  if (before.size() != now.size()) return std::nullopt;
  const auto [was, is] = std::mismatch(before.begin(), before.end(), now.begin());
  if (was == before.end()) return std::nullopt;
  return Counted{static_cast<size_t>(was - before.begin()), *is - *was};
}

void IncrementCounts::add(const std::optional<Counted>& pair) {
  if (pair) ++pairs_[pair->by];
}

std::optional<IncrementCounts::Step> IncrementCounts::most_frequent() const {
  std::optional<Step> most;
  for (const auto& [by, pairs] : pairs_)
    if (!most || pairs > most->pairs) most = Step{by, pairs};
  return most;
}

}  // namespace nsys_ai

// Edit distance over short names.
#include "base/suggest.h"

#include <algorithm>

namespace nsys_ai {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& names) {
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : names) {
    const bool inside = wanted.size() > 2 && name.find(wanted) != std::string::npos;
    const size_t most = std::max<size_t>(2, wanted.size() / 3);
    if (!inside && std::max(wanted.size(), name.size()) - std::min(wanted.size(), name.size()) > most)
      continue;
    const size_t distance = inside ? 1 : edit_distance(wanted, name);
    if (distance <= most) near.emplace_back(distance, name);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> result;
  for (size_t i = 0; i < near.size() && i < 3; ++i) result.push_back(near[i].second);
  return result;
}

std::string either(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace nsys_ai

// Sorts causes by how much they claim, and parts those that claim the same.
#include "knowledge/cause_order.h"

#include <algorithm>

namespace nsys_ai {
namespace {

// Orders narrower causes before wider ones: first by the number of uses that they claim, then causes that lie
// within others.
std::vector<size_t> narrow_first(std::span<const Cause> causes) {
  std::vector<size_t> order(causes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (causes[a].claims.size() != causes[b].claims.size())
      return causes[a].claims.size() < causes[b].claims.size();
    return !causes[a].within.empty() && causes[b].within.empty();
  });
  return order;
}

bool claim_in_common(const Cause& a, const Cause& b) {
  return std::any_of(a.claims.begin(), a.claims.end(), [&](TimeUse use) {
    return std::find(b.claims.begin(), b.claims.end(), use) != b.claims.end();
  });
}

}  // namespace

std::vector<std::vector<size_t>> turns_of(std::span<const Cause> causes) {
  std::vector<std::vector<size_t>> turns;
  std::vector<size_t> turn(causes.size(), 0);
  const std::vector<size_t> order = narrow_first(causes);
  for (auto at = order.begin(); at != order.end(); ++at) {
    for (auto before = order.begin(); before != at; ++before)
      if (claim_in_common(causes[*at], causes[*before])) turn[*at] = std::max(turn[*at], turn[*before] + 1);
    if (turn[*at] == turns.size()) turns.emplace_back();
    turns[turn[*at]].push_back(*at);
  }
  return turns;
}

}  // namespace nsys_ai

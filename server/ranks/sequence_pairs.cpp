// Tries the shifts that the lengths allow.
#include "ranks/sequence_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

namespace nsys_ai {
namespace {

constexpr int64_t kAgreeNs = 50'000;
constexpr int64_t kTightNs = 5'000;
constexpr int64_t kDriftWindowNs = 10'000'000'000;  // clocks do not drift visibly in less

int64_t middle_of(std::vector<int64_t> values) {
  const auto at = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

bool is_same(const SequenceItem& a, const SequenceItem& b) {
  return a.operation == b.operation && (a.bytes == b.bytes || a.bytes < 0 || b.bytes < 0);
}

std::optional<SequencePairs> at_shift(const std::vector<SequenceItem>& a, const std::vector<SequenceItem>& b,
                                      int64_t shift, Clocks clocks) {
  const auto from = static_cast<size_t>(std::max<int64_t>(0, -shift));
  std::vector<std::pair<int64_t, int64_t>> ends;
  std::vector<std::pair<int64_t, int64_t>> starts;
  std::vector<int64_t> durations;
  size_t different = 0;
  for (size_t i = from; i < a.size() && i + static_cast<size_t>(shift) < b.size(); ++i) {
    const SequenceItem& other = b[i + static_cast<size_t>(shift)];
    if (!is_same(a[i], other)) {
      ++different;
      continue;
    }
    ends.emplace_back(a[i].end, other.end - a[i].end);
    const int64_t start = a[i].end - a[i].duration;
    starts.emplace_back(start, other.end - other.duration - start);
    durations.push_back(std::min(a[i].duration, other.duration));
  }
  if (ends.empty() || different * 10 > ends.size()) return std::nullopt;
  SequencePairs pairs{shift, fit_ends(ends), ends.size(), false};
  const int64_t most = std::max(kAgreeNs, middle_of(std::move(durations)) / 10);
  // Steps of one length agree as well where nobody waits for the other, but then no better at their ends than
  // at their starts.
  const bool better =
      pairs.fit.residual <= kTightNs || 3 * pairs.fit.residual <= fit_ends(std::move(starts)).residual;
  pairs.ends_agree =
      pairs.fit.residual <= most && better && (clocks != Clocks::one || std::abs(pairs.fit.offset) <= most);
  return pairs;
}

}  // namespace

EndFit fit_ends(std::vector<std::pair<int64_t, int64_t>> pairs) {
  std::sort(pairs.begin(), pairs.end());
  EndFit fit;
  const auto part = [&](size_t from, size_t to) {
    std::vector<int64_t> times, differences;
    for (size_t i = from; i < to; ++i) {
      times.push_back(pairs[i].first);
      differences.push_back(pairs[i].second);
    }
    return std::pair(middle_of(std::move(times)), middle_of(std::move(differences)));
  };
  std::tie(fit.middle, fit.offset) = part(0, pairs.size());
  const size_t third = pairs.size() / 3;
  if (third >= 3 && pairs.back().first - pairs.front().first > kDriftWindowNs) {
    const auto [early, first] = part(0, third);
    const auto [late, last] = part(pairs.size() - third, pairs.size());
    if (late > early) fit.drift = static_cast<double>(last - first) / static_cast<double>(late - early);
  }
  std::vector<int64_t> left;
  for (const auto& [time, difference] : pairs)
    left.push_back(difference - std::llround(fit.drift * static_cast<double>(time - fit.middle)));
  fit.offset = middle_of(left);
  for (int64_t& of : left) of = std::abs(of - fit.offset);
  fit.residual = middle_of(std::move(left));
  return fit;
}

std::optional<SequencePairs> pair_sequences(const std::vector<SequenceItem>& a,
                                            const std::vector<SequenceItem>& b, Clocks clocks) {
  const auto straight = at_shift(a, b, 0, clocks);
  if (straight && straight->ends_agree && a.size() == b.size()) return straight;
  constexpr int64_t kFurther = 8;  // both windows may be cut
  const int64_t longer = std::ssize(b) - std::ssize(a);
  const auto fewest = std::max<size_t>(3, std::min(a.size(), b.size()) / 2);
  std::vector<SequencePairs> all;
  for (int64_t shift = std::min<int64_t>(0, longer) - kFurther;
       shift <= std::max<int64_t>(0, longer) + kFurther; ++shift)
    if (const auto of = at_shift(a, b, shift, clocks); of && of->pairs >= fewest) all.push_back(*of);
  if (all.empty()) return straight;
  int64_t best = INT64_MAX;
  for (const SequencePairs& of : all) best = std::min(best, of.fit.residual);
  std::erase_if(all, [&](const SequencePairs& of) { return of.fit.residual > 2 * best + 1000; });
  // Steps of equal length fit as well one step later: the wall clock decides, else the most pairs.
  return *std::min_element(all.begin(), all.end(), [&](const SequencePairs& x, const SequencePairs& y) {
    if (clocks != Clocks::unrelated) return std::abs(x.fit.offset) < std::abs(y.fit.offset);
    return x.pairs > y.pairs;
  });
}

}  // namespace nsys_ai

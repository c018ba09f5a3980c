// Compares the periods between occurrences of a name by sums over their elements.
#include "analysis/time/sequence_periods.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/context.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewestAlike = 2;
// With a smaller percentage alike, the part before the first alike period is not taken for one.
constexpr size_t kMostlyAlike = 80;

// An order-independent hash of any part of a sequence: kernels of two streams can change places.
class PartSums {
 public:
  explicit PartSums(const std::vector<uint32_t>& sequence) {
    before_.reserve(sequence.size() + 1);
    before_.push_back(0);
    for (const uint32_t name : sequence) before_.push_back(before_.back() + mixed(mixed(uint64_t{name} + 1)));
  }
  uint64_t of(size_t from, size_t to) const { return before_[to] - before_[from]; }

 private:
  std::vector<uint64_t> before_;
};

// The occurrences of each name, the rarest first; of equally rare ones the earliest first.
std::vector<std::vector<size_t>> occurrences(const std::vector<uint32_t>& sequence) {
  std::vector<std::vector<size_t>> all;
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i] >= all.size()) all.resize(size_t{sequence[i]} + 1);
    all[sequence[i]].push_back(i);
  }
  std::erase_if(all, [](const auto& places) { return places.size() < kFewestAlike; });
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.size(), a.front()) < std::tuple(b.size(), b.front());
  });
  return all;
}

// The most frequent content of periods, and its first occurrence; of equally frequent ones the longest.
struct Common {
  uint64_t sum = 0;
  size_t first = 0;
  size_t length = 0;
};

Common commonest(const PartSums& sums, const std::vector<size_t>& begins) {
  std::map<std::pair<uint64_t, size_t>, std::pair<size_t, size_t>> counts;  // count, first position
  for (size_t i = 0; i + 1 < begins.size(); ++i)
    ++counts.try_emplace({sums.of(begins[i], begins[i + 1]), begins[i + 1] - begins[i]}, 0, i)
          .first->second.first;
  Common best;
  size_t most = 0;
  for (const auto& [what, seen] : counts) {
    const auto [sum, length] = what;
    const auto [count, first] = seen;
    if (std::tuple(count, length, best.first) <= std::tuple(most, best.length, first)) continue;
    best = {sum, first, length};
    most = count;
  }
  return best;
}

// The name may be in the middle of a period: shifts the periods to begin as early as the first complete one
// can.
void shift_to_first(const std::vector<uint32_t>& sequence, const Common& common,
                    std::vector<size_t>& begins) {
  const size_t begin = begins[common.first];
  size_t shift = 0;
  while (shift + 1 < common.length && shift < begin &&
         sequence[begin - shift - 1] == sequence[begin + common.length - shift - 1])
    ++shift;
  std::erase_if(begins, [&](size_t of) { return of < shift; });
  for (size_t& of : begins) of -= shift;
}

size_t count_alike(const Periods& periods) {
  return static_cast<size_t>(std::count(periods.alike.begin(), periods.alike.end(), true));
}

// The periods before the first and after the last alike one are other uses of that kernel.
void keep_from_alike_to_alike(Periods& periods) {
  const auto first = std::find(periods.alike.begin(), periods.alike.end(), true) - periods.alike.begin();
  const auto last =
      std::find(periods.alike.rbegin(), periods.alike.rend(), true).base() - periods.alike.begin();
  periods.end = periods.end_of(static_cast<size_t>(last) - 1);
  periods.begins = {periods.begins.begin() + first, periods.begins.begin() + last};
  periods.alike = {periods.alike.begin() + first, periods.alike.begin() + last};
}

Periods periods_of(const std::vector<uint32_t>& sequence, const PartSums& sums, std::vector<size_t> begins) {
  const Common common = commonest(sums, begins);
  shift_to_first(sequence, common, begins);
  Periods periods{std::move(begins), 0, common.length, {}};
  for (size_t i = 0; i + 1 < periods.size(); ++i) {
    const size_t from = periods.begins[i], to = periods.begins[i + 1];
    periods.alike.push_back(to - from == common.length && sums.of(from, to) == common.sum);
  }
  // After the last beginning, the capture may end early, or the program may continue differently.
  periods.end = periods.begins.back() + common.length;
  if (periods.end <= sequence.size() && sums.of(periods.begins.back(), periods.end) == common.sum) {
    periods.alike.push_back(true);
  } else {
    periods.end = periods.begins.back();
    periods.begins.pop_back();
  }
  const size_t alike = count_alike(periods);
  if (alike < kFewestAlike) return {};
  if (alike * 100 < periods.size() * kMostlyAlike) keep_from_alike_to_alike(periods);
  return periods;
}

}  // namespace

void each_periods(const std::vector<uint32_t>& sequence, const std::function<void(const Periods&)>& visit) {
  const PartSums sums(sequence);
  ThrottledCheck check;
  for (auto& places : occurrences(sequence)) {
    check(places.size());
    const Periods periods = periods_of(sequence, sums, std::move(places));
    if (periods.size() != 0) visit(periods);
  }
}

}  // namespace nsys_ai

// Sorts the operations of each device by time: each family is sorted in the file, and they are merged.
#include <algorithm>
#include <utility>

#include "base/nearly_sorted.h"
#include "base/parallel.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {

OperationNumbers::OperationNumbers(const Profile& profile)
    : families_{&profile.kernels(), &profile.copies(), &profile.memsets(), &profile.graph_runs()}, first_{} {
  for (size_t kind = 1; kind < std::size(first_); ++kind)
    first_[kind] = first_[kind - 1] + static_cast<uint32_t>(families_[kind - 1]->size());
}

namespace {

// Of equal starts the shorter one is earlier, then the smaller number.
class Earlier {
 public:
  explicit Earlier(const OperationNumbers& numbers) : numbers_(numbers) {}
  bool operator()(uint32_t a, uint32_t b) const {
    const int64_t start_a = start(a);
    const int64_t start_b = start(b);
    return start_a != start_b ? start_a < start_b : std::pair(duration(a), a) < std::pair(duration(b), b);
  }

 private:
  int64_t start(uint32_t number) const {
    const auto operation = numbers_[number];
    return numbers_.family(operation.kind).start[operation.at];
  }
  int64_t duration(uint32_t number) const {
    const auto operation = numbers_[number];
    return numbers_.family(operation.kind).duration[operation.at];
  }

  const OperationNumbers& numbers_;
};

// Merges the run from `middle` on, nearly always much shorter, into the run before it: from the back, moving
// all elements between two of its elements at once.
void merge_into(std::vector<uint32_t>& all, size_t middle, size_t end, const Earlier& earlier) {
  const std::vector<uint32_t> run(all.begin() + static_cast<ptrdiff_t>(middle),
                                  all.begin() + static_cast<ptrdiff_t>(end));
  uint32_t* const first = all.data();
  size_t left = middle;
  size_t out = end;
  for (size_t i = run.size(); i-- > 0 && left > 0;) {
    size_t low = left;
    size_t later = left;
    for (size_t step = 1; low > 0 && earlier(run[i], first[low - 1]); step *= 2) {
      later = low - 1;
      low = low > step ? low - step : 0;
    }
    const auto place =
        static_cast<size_t>(std::upper_bound(first + low, first + later, run[i], earlier) - first);
    std::move_backward(first + place, first + left, first + out);
    out -= left - place;
    left = place;
    first[--out] = run[i];
    if (left == 0) std::copy(run.begin(), run.begin() + static_cast<ptrdiff_t>(i), first);
  }
}

// Sorts operations, which are in order of number, by time. Files have each family in order, so families are
// only merged; an unsorted one is sorted first.
void sort_runs(const OperationNumbers& numbers, std::vector<uint32_t>& operations) {
  const Earlier earlier(numbers);
  size_t from = 0;
  for (const uint32_t next : {numbers.first(OperationNumbers::copy), numbers.first(OperationNumbers::memset),
                              numbers.first(OperationNumbers::graph_run), UINT32_MAX}) {
    const auto begin = operations.begin() + static_cast<ptrdiff_t>(from);
    const auto end = std::lower_bound(begin, operations.end(), next);
    sort_nearly_sorted(begin, end, earlier);
    const auto to = static_cast<size_t>(end - operations.begin());
    if (from > 0 && to > from) merge_into(operations, from, to, earlier);
    from = to;
  }
}

}  // namespace

OperationOrder build_operation_order(const Profile& profile) {
  const OperationNumbers numbers(profile);
  OperationOrder order;
  order.of_device.resize(profile.devices().size());
  std::vector<size_t> counts(profile.devices().size(), 0);
  ThrottledCheck check;
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::copy, OperationNumbers::memset,
                          OperationNumbers::graph_run})
    for (size_t i = 0; i < numbers.family(kind).size(); check(), ++i)
      ++counts[profile.streams()[numbers.family(kind).stream[i]].device];
  for (size_t device = 0; device < counts.size(); ++device) order.of_device[device].reserve(counts[device]);
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::copy, OperationNumbers::memset,
                          OperationNumbers::graph_run}) {
    const Operations& family = numbers.family(kind);
    for (uint32_t i = 0; i < family.size(); check(), ++i)
      order.of_device[profile.streams()[family.stream[i]].device].push_back(numbers.first(kind) + i);
  }
  parallel_for(usable_cores(), order.of_device.size(),
               [&](size_t device) { sort_runs(numbers, order.of_device[device]); });
  return order;
}

}  // namespace nsys_ai

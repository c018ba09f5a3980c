// Compares events by their columns, and moves them.
#include "profile/load/time_order.h"

#include <compare>

#include "profile/cache/members.h"
#include "profile/load/row_moves.h"

namespace nsys_ai {
namespace {

// Compares two rows by every column but the number of the row.
class RowComparison {
 public:
  RowComparison(const Names& names, size_t a, size_t b) : names_(names), a_(a), b_(b) {}
  std::strong_ordering order = std::strong_ordering::equal;

  void column(std::string_view, const RowIds&) {}
  template <class T>
  void column(std::string_view, const T& of) {
    if (order == 0) order = column::number_of(of[a_]) <=> column::number_of(of[b_]);
  }
  template <class T>
  void column(std::string_view, const Coded<T>& of) {
    if (order == 0) order = compared(of[a_], of[b_]);
  }
  void times(std::string_view name, const Plain<int64_t>& of) { column(name, of); }
  // Ranges that lie around others come first, as programs begin them.
  void durations(std::string_view, const Packed<uint32_t>& of) {
    if (order == 0) order = of[b_] <=> of[a_];
  }
  void open_durations(std::string_view name, const Packed<uint32_t>& of) { durations(name, of); }
  void texts(std::string_view, const TextColumn& of) {
    if (order == 0 && of[a_] != of[b_]) order = of.templates()[of[a_]] <=> of.templates()[of[b_]];
    if (order == 0) order = of.numbers(a_) <=> of.numbers(b_);
  }

 private:
  std::strong_ordering compared(int64_t a, int64_t b) const { return a <=> b; }
  std::strong_ordering compared(const LaunchShape& a, const LaunchShape& b) const { return a <=> b; }
  std::strong_ordering compared(NameId a, NameId b) const { return names_.text(a) <=> names_.text(b); }
  std::strong_ordering compared(const KernelName& a, const KernelName& b) const {
    const auto full = compared(a.full, b.full);
    return full != 0 ? full : compared(a.brief, b.brief);
  }

  const Names& names_;
  const size_t a_, b_;
};

template <class Family>
std::strong_ordering compared(const Names& names, const Family& family, uint32_t a, uint32_t b) {
  RowComparison comparison(names, a, b);
  members(comparison, family);
  return comparison.order;
}

// Events of one thread or stream that are equal in all columns are one event, where they have a length or an
// id. Others may be two, if the clock is coarse.
bool is_one_event(const Operations& events, size_t at) {
  return events.duration[at] > 0 || events.correlation[at] != 0;
}
bool is_one_event(const Calls& events, size_t at) {
  return events.duration[at] > 0 || events.correlation[at] != 0;
}
bool is_one_event(const Nvtx& events, size_t at) { return events.duration[at] > 0; }

}  // namespace

template <class Family>
size_t put_in_time_order(Family& family, TimeOrder by, const std::vector<uint32_t>& late,
                         const Names& names) {
  const auto time = [&](uint32_t row) { return place_in(by, family.interval(row)); };
  const auto of_rows = [&](uint32_t a, uint32_t b) { return compared(names, family, a, b); };
  std::vector<Stretch> stretches = stretches_of(static_cast<uint32_t>(family.size()), time, late);
  const size_t dropped = sort_stretches(stretches, family.size(), time, of_rows,
                                        [&](uint32_t row) { return is_one_event(family, row); });
  forget_sorted(stretches);
  if (stretches.empty()) return 0;
  RowMover mover(stretches, dropped);
  members(mover, family);
  return dropped;
}

template size_t put_in_time_order(Kernels&, TimeOrder, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Copies&, TimeOrder, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Memsets&, TimeOrder, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(GraphRuns&, TimeOrder, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Calls&, TimeOrder, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Nvtx&, TimeOrder, const std::vector<uint32_t>&, const Names&);

}  // namespace nsys_ai

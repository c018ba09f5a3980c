// Finds the stretches that are out of order, sorts each, and moves the cells of every column accordingly.
#include "profile/load/time_order.h"

#include <algorithm>
#include <compare>
#include <numeric>
#include <string>

#include "profile/cache/column_layout.h"
#include "profile/cache/members.h"

namespace nsys_ai {
namespace {

// Rows that change places among themselves.
struct Stretch {
  uint32_t first = 0;
  uint32_t last = 0;              // exclusive
  int64_t least = 0;              // start
  int64_t most = 0;               // start
  std::vector<uint32_t> sources;  // the rows that come there, in their order; fewer where rows are left out
};

// Outside the stretches starts ascend, and the starts of a stretch lie between those of its neighbours.
std::vector<Stretch> stretches_of(const Plain<int64_t>& start, const std::vector<uint32_t>& late) {
  std::vector<Stretch> found;
  for (const uint32_t row : late) {
    if (row == 0 || (!found.empty() && row < found.back().last) || start[row] > start[row - 1]) continue;
    Stretch now{row, row, start[row], start[row - 1], {}};
    for (; now.last < start.size() && start[now.last] <= now.most; ++now.last)
      now.least = std::min(now.least, start[now.last]);
    // Back to where its smallest start belongs.
    for (;;) {
      const uint32_t from = found.empty() ? 0 : found.back().last;
      const int64_t* const begin = start.begin();
      now.first = static_cast<uint32_t>(std::lower_bound(begin + from, begin + now.first, now.least) - begin);
      if (found.empty() || now.first > from || found.back().most < now.least) break;
      now.least = std::min(now.least, found.back().least);
      now.first = found.back().first;
      found.pop_back();
    }
    found.push_back(std::move(now));
  }
  return found;
}

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
    if (order == 0 && !of.same(a_, b_)) order = of.whole(a_) <=> of.whole(b_);
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

// Sorts the stretches, and returns how many rows were left out of them.
template <class Family>
size_t sort_stretches(std::vector<Stretch>& stretches, const Family& family, const Names& names) {
  size_t repeated = 0;
  for (Stretch& of : stretches) {
    of.sources.resize(of.last - of.first);
    std::iota(of.sources.begin(), of.sources.end(), of.first);
    std::sort(of.sources.begin(), of.sources.end(), [&](uint32_t a, uint32_t b) {
      if (family.start[a] != family.start[b]) return family.start[a] < family.start[b];
      const auto order = compared(names, family, a, b);
      return order != 0 ? order < 0 : a < b;
    });
    for (size_t i = 1; i < of.sources.size(); ++i)
      repeated += compared(names, family, of.sources[i - 1], of.sources[i]) == 0 ? 1 : 0;
  }
  if (repeated == 0) return 0;
  // Where so many rows stand twice, the table was written twice.
  const bool all = repeated >= family.size() / 3;
  size_t dropped = 0;
  for (Stretch& of : stretches) {
    const auto end = std::unique(of.sources.begin(), of.sources.end(), [&](uint32_t a, uint32_t b) {
      return compared(names, family, a, b) == 0 && (all || is_one_event(family, a));
    });
    dropped += static_cast<size_t>(of.sources.end() - end);
    of.sources.erase(end, of.sources.end());
  }
  return dropped;
}

bool changes_something(const Stretch& of) {
  if (of.sources.size() < of.last - of.first) return true;
  return !std::is_sorted(of.sources.begin(), of.sources.end());
}

// Moves the cells of a column.
class Mover {
 public:
  Mover(const std::vector<Stretch>& stretches, size_t dropped) : stretches_(stretches), dropped_(dropped) {}

  template <class T>
  void column(std::string_view, Plain<T>& of) {
    std::vector<T> moved;
    walk(
        of.size(),
        [&](size_t from, size_t to, size_t rows) {
          if (from != to) std::copy_n(&of[from], rows, &of[to]);
        },
        [&](const Stretch& stretch, size_t to) {
          moved.clear();
          for (const uint32_t row : stretch.sources) moved.push_back(of[row]);
          std::copy(moved.begin(), moved.end(), &of[to]);
        });
    of.resize_raw(of.size() - dropped_);
  }
  template <class Narrow, class Value>
  void column(std::string_view name, Packed<Narrow, Value>& of) {
    if (size_t& alike = ColumnParts::alike(of); alike > 0) {
      alike -= dropped_;
      return;
    }
    move_wide(of);
    column(name, ColumnParts::narrow(of));
  }
  template <class T>
  void column(std::string_view name, Coded<T>& of) {
    column(name, of.code);
  }
  void column(std::string_view, RowIds& of) {
    RowIds moved;
    const auto& runs = ColumnParts::runs(of);
    size_t run = 0;
    walk(
        of.size(),
        [&](size_t from, size_t, size_t rows) {
          for (const size_t end = from + rows; from < end;) {
            while (run + 1 < runs.size() && runs[run + 1].at <= from) ++run;
            const size_t next = run + 1 < runs.size() ? std::min(end, runs[run + 1].at) : end;
            RowIds piece;
            ColumnParts::runs(piece).push_back(
                {0, runs[run].row + static_cast<int64_t>(from - runs[run].at)});
            ColumnParts::set_size(piece, next - from);
            moved.append(piece);
            from = next;
          }
        },
        [&](const Stretch& stretch, size_t) {
          for (const uint32_t row : stretch.sources) moved.push_back(of[row]);
        });
    of = std::move(moved);
  }
  void times(std::string_view name, Plain<int64_t>& of) { column(name, of); }
  void durations(std::string_view name, Packed<uint32_t>& of) { column(name, of); }
  void open_durations(std::string_view name, Packed<uint32_t>& of) { column(name, of); }
  void texts(std::string_view name, TextColumn& of) {
    column(name, ColumnParts::template_of_event(of));
    ByteRuns<uint8_t>& numbers = ColumnParts::numbers(of);
    ByteRuns<uint8_t> moved;
    ByteRuns<uint8_t>::Reader reader(numbers);
    walk(
        numbers.size(),
        [&](size_t from, size_t, size_t rows) {
          for (size_t row = from; row < from + rows; ++row) moved.push_back(reader.run(row));
        },
        [&](const Stretch& stretch, size_t) {
          for (const uint32_t row : stretch.sources) moved.push_back(numbers[row]);
        });
    numbers = std::move(moved);
  }

 private:
  // Calls `piece(from, to, rows)` for rows between stretches, and `stretch(of, to)`, in order; `to` is their
  // place afterwards, which is never behind the one that they have.
  template <class Piece, class InStretch>
  void walk(size_t size, Piece piece, InStretch in_stretch) const {
    size_t from = 0, to = 0;
    for (const Stretch& of : stretches_) {
      piece(from, to, of.first - from);
      to += of.first - from;
      in_stretch(of, to);
      to += of.sources.size();
      from = of.last;
    }
    piece(from, to, size - from);
  }

  // Moves the numbers that do not fit among the others.
  template <class P>
  void move_wide(P& of) const {
    auto& wide = ColumnParts::wide(of);
    if (wide.empty()) return;
    std::remove_reference_t<decltype(wide)> moved;
    const auto at_row = [](const auto& number, size_t row) { return number.first < row; };
    walk(
        of.size(),
        [&](size_t from, size_t to, size_t rows) {
          for (auto at = std::lower_bound(wide.begin(), wide.end(), from, at_row);
               at != wide.end() && at->first < from + rows; ++at)
            moved.emplace_back(static_cast<uint32_t>(at->first - from + to), at->second);
        },
        [&](const Stretch& stretch, size_t to) {
          for (const uint32_t row : stretch.sources) {
            const auto at = std::lower_bound(wide.begin(), wide.end(), row, at_row);
            if (at != wide.end() && at->first == row)
              moved.emplace_back(static_cast<uint32_t>(to), at->second);
            ++to;
          }
        });
    wide = std::move(moved);
  }

  const std::vector<Stretch>& stretches_;
  const size_t dropped_;
};

}  // namespace

template <class Family>
size_t put_in_time_order(Family& family, const std::vector<uint32_t>& late, const Names& names) {
  std::vector<Stretch> stretches = stretches_of(family.start, late);
  const size_t dropped = sort_stretches(stretches, family, names);
  std::erase_if(stretches, [](const Stretch& of) { return !changes_something(of); });
  if (stretches.empty()) return 0;
  Mover mover(stretches, dropped);
  members(mover, family);
  return dropped;
}

template size_t put_in_time_order(Kernels&, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Copies&, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Memsets&, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(GraphRuns&, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Calls&, const std::vector<uint32_t>&, const Names&);
template size_t put_in_time_order(Nvtx&, const std::vector<uint32_t>&, const Names&);

}  // namespace nsys_ai

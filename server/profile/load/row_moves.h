// Moves rows of columns: finds stretches of rows that are out of order, sorts each, and moves the cells of
// every column accordingly. Rows outside the stretches are not touched, since nearly all rows of a file are
// in order.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/cache/column_layout.h"
#include "profile/text_column.h"

namespace nsys_ai {

// Rows that change places among themselves.
struct Stretch {
  uint32_t first = 0;
  uint32_t last = 0;              // exclusive
  int64_t least = 0;              // time
  int64_t most = 0;               // time
  std::vector<uint32_t> sources;  // the rows that come there, in their order; fewer where rows are left out
};

// Outside the stretches times ascend, and the times of a stretch lie between those of its neighbours.
template <class TimeOf>
std::vector<Stretch> stretches_of(uint32_t rows, TimeOf time, const std::vector<uint32_t>& late) {
  std::vector<Stretch> found;
  for (const uint32_t row : late) {
    if (row == 0 || (!found.empty() && row < found.back().last) || time(row) > time(row - 1)) continue;
    Stretch now{row, row, time(row), time(row - 1), {}};
    for (; now.last < rows && time(now.last) <= now.most; ++now.last)
      now.least = std::min(now.least, time(now.last));
    // Back to where its smallest time belongs.
    for (;;) {
      const uint32_t from = found.empty() ? 0 : found.back().last;
      for (uint32_t low = from, high = now.first;;) {
        now.first = low + (high - low) / 2;
        if (low == high) break;
        if (time(now.first) < now.least)
          low = now.first + 1;
        else
          high = now.first;
      }
      if (found.empty() || now.first > from || found.back().most < now.least) break;
      now.least = std::min(now.least, found.back().least);
      now.first = found.back().first;
      found.pop_back();
    }
    found.push_back(std::move(now));
  }
  return found;
}

// Sorts the stretches by time and then by `compared(a, b)`, an order of two rows by all that they hold, and
// takes out rows that equal the one before them and are `one_event` with it. Returns how many it took out of
// `rows` rows.
template <class TimeOf, class Compared, class IsOneEvent>
size_t sort_stretches(std::vector<Stretch>& stretches, size_t rows, TimeOf time, Compared compared,
                      IsOneEvent is_one_event) {
  size_t repeated = 0;
  for (Stretch& of : stretches) {
    of.sources.resize(of.last - of.first);
    std::iota(of.sources.begin(), of.sources.end(), of.first);
    std::sort(of.sources.begin(), of.sources.end(), [&](uint32_t a, uint32_t b) {
      if (time(a) != time(b)) return time(a) < time(b);
      const std::strong_ordering order = compared(a, b);
      return order != 0 ? order < 0 : a < b;
    });
    for (size_t i = 1; i < of.sources.size(); ++i)
      repeated += compared(of.sources[i - 1], of.sources[i]) == 0 ? 1 : 0;
  }
  if (repeated == 0) return 0;
  // Where half of all rows stand twice, the table was written twice.
  const bool all = 2 * repeated >= rows;
  size_t dropped = 0;
  for (Stretch& of : stretches) {
    const auto end = std::unique(of.sources.begin(), of.sources.end(), [&](uint32_t a, uint32_t b) {
      return compared(a, b) == 0 && (all || is_one_event(a));
    });
    dropped += static_cast<size_t>(of.sources.end() - end);
    of.sources.erase(end, of.sources.end());
  }
  return dropped;
}

// Leaves those stretches that change something.
inline void forget_sorted(std::vector<Stretch>& stretches) {
  std::erase_if(stretches, [](const Stretch& of) {
    return of.sources.size() == of.last - of.first && std::is_sorted(of.sources.begin(), of.sources.end());
  });
}

// Moves the cells of columns, of which it may visit any number (cache/members.h).
class RowMover {
 public:
  RowMover(const std::vector<Stretch>& stretches, size_t dropped)
      : stretches_(stretches), dropped_(dropped) {}

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
    move_runs(ColumnParts::numbers(of));
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

  // Strings change places inside their stretches, which keep their bytes. Where rows are left out, all
  // strings move.
  void move_runs(ByteRuns<uint8_t>& of) {
    if (dropped_ > 0) return move_all_runs(of);
    std::vector<std::string> moved;
    for (const Stretch& stretch : stretches_) {
      moved.emplace_back();
      for (const uint32_t row : stretch.sources) moved.back() += of[row];
    }
    column("", ColumnParts::lengths(of));
    constexpr size_t kTogether = ByteRuns<uint8_t>::kTogether;
    auto& begins = ColumnParts::begins(of);
    for (size_t i = 0; i < stretches_.size(); ++i) {
      const Stretch& stretch = stretches_[i];
      size_t row = stretch.first / kTogether * kTogether;
      uint64_t begin = begins[row / kTogether];
      for (; row < stretch.first; ++row) begin += of.length(row);
      if (!moved[i].empty()) std::copy(moved[i].begin(), moved[i].end(), &ColumnParts::bytes(of)[begin]);
      for (; row < stretch.last; ++row) {
        if (row % kTogether == 0) begins[row / kTogether] = begin;
        begin += of.length(row);
      }
    }
  }
  void move_all_runs(ByteRuns<uint8_t>& of) const {
    ByteRuns<uint8_t> moved;
    ByteRuns<uint8_t>::Reader reader(of);
    walk(
        of.size(),
        [&](size_t from, size_t, size_t rows) {
          for (size_t row = from; row < from + rows; ++row) moved.push_back(reader.run(row));
        },
        [&](const Stretch& stretch, size_t) {
          for (const uint32_t row : stretch.sources) moved.push_back(of[row]);
        });
    of = std::move(moved);
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

}  // namespace nsys_ai

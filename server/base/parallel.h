// Distributes independent pieces of work over the cores.
#pragma once

#include <cstddef>
#include <functional>

namespace nsys_ai {

// The number of threads that this process may use: cores, less those that a control group or an affinity mask
// withholds; at most 16, because reading a file gains nothing from more.
size_t usable_cores();

// Calls `piece(i)` once for each i below `count`, on up to `threads` threads, and returns when all are done.
// Meanwhile the caller's thread calls `wait` about every 20 ms. With one thread or one piece, or when the
// system starts no threads, everything runs in the caller's thread. An exception from a piece is rethrown
// here after the other pieces ended. A piece starts with a `check_cancelled` for the caller's work, unless
// its thread made one in the last millisecond.
void parallel_for(size_t threads, size_t count, const std::function<void(size_t)>& piece,
                  const std::function<void()>& wait = {});

// Splits the rows below `rows` and calls `visit(from, to)` for the pieces, on all cores.
template <class Visit>
void each_piece(size_t rows, Visit visit) {
  constexpr size_t kRows = 1 << 16;
  parallel_for(usable_cores(), (rows + kRows - 1) / kRows, [&](size_t piece) {
    visit(piece * kRows, rows - piece * kRows < kRows ? rows : (piece + 1) * kRows);
  });
}

// How many shares of the rows are worth a thread each, when each share keeps `kept` values of its own.
size_t shares_of(size_t rows, size_t kept);

// Splits the rows into consecutive shares and calls `visit(share, from, to)` for each, on a thread of its
// own.
template <class Visit>
void each_share(size_t rows, size_t shares, Visit visit) {
  parallel_for(shares, shares,
               [&](size_t share) { visit(share, rows * share / shares, rows * (share + 1) / shares); });
}

}  // namespace nsys_ai

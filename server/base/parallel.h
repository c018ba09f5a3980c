// Spreads independent pieces of one piece of work over the cores.
#pragma once

#include <cstddef>
#include <functional>

namespace nsys_ai {

// As many threads as this process may use: cores, less what a control group or an affinity mask withholds;
// at most 16, beyond which reading a file gains nothing.
size_t usable_cores();

// Calls `piece(i)` for each i below `count`, each once, on up to `threads` threads, and returns when all are
// done. Meanwhile `wait` is called in the caller's thread about every 20 ms. With one thread, or one piece,
// or where the system gives no threads, everything runs in the caller's thread. What a piece throws is thrown
// again here, after the others ended; a piece begins with a `check_cancelled` for the work of the caller, unless
// its thread has seen one in the last millisecond.
void parallel_for(size_t threads, size_t count, const std::function<void(size_t)>& piece,
                  const std::function<void()>& wait = {});

// Calls `visit(from, to)` for pieces of the rows below `rows`, on all cores.
template <class Visit>
void each_piece(size_t rows, Visit visit) {
  constexpr size_t kRows = 1 << 16;
  parallel_for(usable_cores(), (rows + kRows - 1) / kRows, [&](size_t piece) {
    visit(piece * kRows, rows - piece * kRows < kRows ? rows : (piece + 1) * kRows);
  });
}

// How many shares of the rows are worth a thread each, where each keeps as many things of its own.
size_t shares_of(size_t rows, size_t kept);

// Calls `visit(share, from, to)` for shares of the rows, one behind the other, each on a thread.
template <class Visit>
void each_share(size_t rows, size_t shares, Visit visit) {
  parallel_for(shares, shares,
               [&](size_t share) { visit(share, rows * share / shares, rows * (share + 1) / shares); });
}

}  // namespace nsys_ai

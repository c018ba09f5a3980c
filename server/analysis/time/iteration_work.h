// Computes the GPU work of each step: its times on each device, and the operations that took them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/iterations.h"

namespace nsys_ai {

// One step on one device: its operations, clipped to the scope. All times in ns.
struct IterationWork {
  uint32_t iteration = 0;  // in Iterations::all
  DeviceIx device;
  Interval time;              // first start to last end
  int64_t busy = 0;           // the union of its operations
  int64_t communication = 0;  // the union of its communication kernels
  int64_t kernels = 0;

  int64_t idle() const { return time.duration() - busy; }
};
// Sorted by number, then by process and device in the order of the scope.
std::vector<IterationWork> iteration_work(const Profile& profile, const Iterations& iterations,
                                          const Scope& scope);

// One item on which the steps of a process spent time: a few items for the entire step, then one for each
// kernel name, copy direction, memsets and graphs recorded as one operation.
struct IterationItem {
  struct Cell {
    uint32_t step = 0;  // in IterationTable::steps
    int64_t total = 0;  // ns
    int64_t calls = 0;
  };
  std::string name;
  std::vector<Cell> cells;  // sorted by step; a missing step has 0
  int64_t median = 0;       // over the totals of all steps

  Cell of(uint32_t step) const;
};
struct IterationTable {
  ProcessIx process;
  std::vector<uint32_t> steps;  // in Iterations::all: steps with an operation in the scope
  // `duration` (first start to last end over all devices), `busy`, `communication` and `idle` (sums over
  // devices) come first, then the rest by median in descending order, then by name.
  std::vector<IterationItem> items;
  static constexpr size_t kDuration = 0;
  static constexpr size_t kBusy = 1;
  static constexpr size_t kWhole = 4;  // number of items about the entire step
};
// One element per process, by pid.
std::vector<IterationTable> iteration_tables(const Profile& profile, const Iterations& iterations,
                                             const Scope& scope);

// The scope without the window of the requested iteration, for comparing that iteration with the others.
Result<Scope> scope_of_all_iterations(const Profile& profile, const Scope& scope);

// The median of integers, together with `zeros` additional zeros: linearly interpolated. 0 without values.
int64_t median_of(std::vector<int64_t> values, size_t zeros = 0);

}  // namespace nsys_ai

// The yardstick R: how long SQLite itself takes to hand over the columns that the store keeps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nsys_ai::bench {

struct Scan {
  std::string what;  // kernels, calls, NVTX, copies, memsets, strings
  int64_t rows = 0;
  int64_t length_ns = 0;  // of all events, summed
  double ms = 0;
  double processor_ms = 0;  // less than `ms` where other work took the processor
};

// One thread steps through each table of events, and that of their strings, once. Tables that the file lacks
// have no rows. Throws std::runtime_error.
std::vector<Scan> scan_events(const std::string& path);

}  // namespace nsys_ai::bench

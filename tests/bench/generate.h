// Makes a profile of a chosen size.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/bench/export_file.h"
#include "tests/bench/workload.h"

namespace nsys_ai::bench {

// Adds all rows of a file, and gives the last moment of them; for files that are no workload's.
using WriteRows = std::function<int64_t(const WorkloadOptions& options, ExportFile& file)>;

struct GenerateOptions {
  WorkloadOptions workload;
  int64_t samples = 20'000;
  std::string path;
  WriteRows rows = {};  // in place of the workload
};

struct Generated {
  int64_t rows = 0;
  int64_t bytes = 0;
};
// Told after every training step; the file is given up when it returns false.
using GenerateProgress = std::function<bool(const Generated& done, int64_t all_rows)>;

// Written beside the target, which it replaces once it is complete. Throws std::runtime_error with a
// sentence, and leaves nothing behind then.
Generated generate(const GenerateOptions& options, const GenerateProgress& progress);

}  // namespace nsys_ai::bench

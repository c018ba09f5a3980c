// The captures of one run, as records, and the ranks in them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "profile/cache/column_cache.h"
#include "ranks/capture_record.h"

namespace nsys_ai {

struct ExperimentCapture {
  std::filesystem::path path;
  CaptureRecord record;
};

struct UnreadCapture {
  std::filesystem::path path;
  std::string reason;
};

// Where a rank is: numbers in `Experiment::captures` and in `CaptureRecord::ranks`.
struct ExperimentRank {
  uint32_t capture = 0;
  uint32_t of = 0;
  std::string label;  // "3"; without a number the file, and what distinguishes it there
};

struct Experiment {
  std::vector<ExperimentCapture> captures;
  std::vector<UnreadCapture> unread;
  std::vector<ExperimentRank> ranks;  // by number, then by capture
  std::vector<std::string> notes;

  const RankRecord& record(size_t rank) const {
    return captures[ranks[rank].capture].record.ranks[ranks[rank].of];
  }
};

struct ExperimentOptions {
  size_t at_once = 2;          // captures in memory at a time
  bool ranks_by_name = false;  // takes a rank that the capture does not state from `rank3` in a file's name
};

// The profiles among the paths: those below folders, by name, without what lies beside them.
Result<std::vector<std::filesystem::path>> captures_below(const std::vector<std::string>& paths);

// Reads each capture that has no record yet. A file that cannot be read is listed, and the others are read.
// Fails when cancelled.
Result<Experiment> read_experiment(const std::vector<std::filesystem::path>& files,
                                   const ExperimentOptions& options, const Work& work);

// Of records that are there already; sorts and labels their ranks.
Experiment experiment_of(std::vector<ExperimentCapture> captures, std::vector<UnreadCapture> unread,
                         const ExperimentOptions& options);

}  // namespace nsys_ai

// Opens reports of Nsight Systems (.nsys-rep, .qdrep) by exporting them first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/report/export_cache.h"
#include "profile/report/nsys_program.h"

namespace nsys_ai {

// Decided by the file name. An SQLite file with that name counts as an export.
bool is_report(const std::filesystem::path& path);

// The environment of an export; tests replace it.
struct ReportMachine {
  std::vector<std::string> usual_nsys_places = nsys_ai::usual_nsys_places();
  FreeBytes free_bytes = free_bytes_in;
};

// The export of a report, pinned in the cache while it is read. Move-only.
struct Exported {
  PinnedExport held;
  double share = 0;  // share of the export in the work of opening the report; 0 if it was cached

  const std::filesystem::path& file() const { return held.file; }
  // Removes an unusable export from the cache, so that the next caller creates a new one.
  void forget() const;
};

// Taken from the cache, or created by nsys. The report is not changed, and nothing is written beside it.
Result<Exported> exported(const std::filesystem::path& report, const Work& work,
                          const ReportMachine& machine = {});

}  // namespace nsys_ai

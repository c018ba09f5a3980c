// Reports of Nsight Systems (.nsys-rep, .qdrep), which are read by way of their export.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/report/export_cache.h"
#include "profile/report/nsys_program.h"

namespace nsys_ai {

// By its name. An SQLite file that merely has the name is an export, and none.
bool is_report(const std::filesystem::path& path);

// What the machine has; tests replace it.
struct ReportMachine {
  std::vector<std::string> usual_nsys_places = nsys_ai::usual_nsys_places();
  FreeBytes free_bytes = free_bytes_in;
};

// The export of a report, pinned in the cache while it is read. Move-only.
struct Exported {
  PinnedExport held;
  double share = 0;  // of the work of opening the report that the export took; 0 when it was there already

  const std::filesystem::path& file() const { return held.file; }
  // For an export that turned out to be unusable: the next caller gets a new one.
  void forget() const;
};

// From the cache, or made by nsys. The report is not changed, and nothing is written beside it.
Result<Exported> exported(const std::filesystem::path& report, const Work& work,
                          const ReportMachine& machine = {});

}  // namespace nsys_ai

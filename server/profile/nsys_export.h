// Has nsys export a report, and words what it says when it does not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

struct NsysExport {
  std::filesystem::path nsys;
  std::filesystem::path report;
  std::filesystem::path output;  // a whole SQLite file afterwards
  int64_t expected_bytes = 0;    // of the output, for the progress of an nsys that does not tell its own
};

Result<void> run_nsys_export(const NsysExport& order, const Work& work);

}  // namespace nsys_ai

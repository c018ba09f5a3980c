// Runs nsys to export a report, and converts its failures into sentences.
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
  std::filesystem::path output;  // a complete SQLite file afterwards
  int64_t expected_bytes = 0;    // size of the output, to compute the progress of an nsys that reports none
};

Result<void> run_nsys_export(const NsysExport& order, const Work& work);

}  // namespace nsys_ai

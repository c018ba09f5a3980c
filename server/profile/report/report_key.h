// Identifies the state of a report, as the name of its export.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace nsys_ai {

struct ReportKey {
  std::string text;  // 16 hexadecimal digits
  int64_t bytes = 0;
  friend bool operator==(const ReportKey&, const ReportKey&) = default;
};

// Made of the canonical path, the size, the time of the last change to the nanosecond, and the first and the
// last 64 KiB. The path distinguishes reports of two ranks that look alike; size and time detect a report
// that was rewritten; the blocks detect one that was put in its place with its time preserved, as cp -p,
// rsync and tar do. The inode is left out, since network disks and containers renumber devices: a minute of
// exporting would be repeated.
Result<ReportKey> key_of_report(const std::filesystem::path& report);

}  // namespace nsys_ai

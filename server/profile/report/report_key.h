// Identifies the state of a report; used as the name of its export.
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

// Computed from the canonical path, the size, the modification time in nanoseconds, and the first and last 64
// KiB. The path distinguishes similar reports of two ranks; size and time detect a report that was rewritten;
// the blocks detect one that was replaced with its time preserved, as cp -p, rsync and tar do. The inode is
// not used, since network disks and containers renumber devices and would cause a new export, which can take
// minutes.
Result<ReportKey> key_of_report(const std::filesystem::path& report);

}  // namespace nsys_ai

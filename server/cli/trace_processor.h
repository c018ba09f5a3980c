// Runs Perfetto's trace_processor to load large traces: the trace stays on this machine, and the browser
// queries it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

struct TraceProcessor {
  std::string program;  // empty: search PATH
  uint16_t port = 0;    // 0: the port that Perfetto tries by default if it is free, otherwise any
  TraceDetail detail = TraceDetail::full;
  std::string perfetto_url;
};

// Writes the trace into a temporary folder, starts trace_processor on it, prints the address to open, and
// waits for Ctrl-C; then ends the program and removes the folder. Returns the exit code.
int show_by_trace_processor(const ProfilePtr& profile, const std::vector<Suppression>& suppressions,
                            const TraceProcessor& how);

}  // namespace nsys_ai

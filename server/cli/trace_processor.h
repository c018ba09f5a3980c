// Perfetto's own trace_processor as an accelerator: the trace stays on this machine, and the browser asks it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

struct TraceProcessor {
  std::string program;  // empty: the one on PATH
  uint16_t port = 0;    // 0: the one that Perfetto asks by itself where it is free, else any
  TraceDetail detail = TraceDetail::full;
  std::string perfetto_url;
};

// Writes the trace into a folder of its own, lets trace_processor load it, prints the address to open, and
// waits for Ctrl-C; then neither the program nor the folder remains. Gives the exit code.
int show_by_trace_processor(const ProfilePtr& profile, const std::vector<Suppression>& suppressions,
                            const TraceProcessor& how);

}  // namespace nsys_ai

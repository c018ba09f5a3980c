// What the tests of traces share: profiles from sketches, traces in one piece, and where real captures lie.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/places.h"
#include "trace/trace.h"

namespace nsys_ai::trace_test {

// Throws what is wrong.
ProfilePtr load_sketch(const std::string& text, const std::string& version = "2026.2");
ProfilePtr load_file(const std::filesystem::path& path);

// The events of the file, and nothing that analyses say.
TraceOptions events_alone();
// Those, calls of CUDA and of the operating system, and arguments too.
TraceOptions everything();
// The whole trace in one piece. Throws where writing fails.
std::string trace_of(const Profile& profile, const TraceOptions& options = {},
                     const ScopeRequest& scope = {});

using test::captures;

}  // namespace nsys_ai::trace_test

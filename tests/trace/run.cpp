// Throws instead of returning errors: a test that cannot begin has failed.
#include "tests/trace/run.h"

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <stdexcept>

#include "profile/load/load.h"
#include "tests/support/sketch.h"

namespace nsys_ai::trace_test {

ProfilePtr load_sketch(const std::string& text, const std::string& version) {
  static std::atomic<int> number = 0;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("trace_test_" + std::to_string(getpid()) + "_" + std::to_string(++number) + ".sqlite");
  sketch::write(text, path.string(), version);
  ProfilePtr profile = load_file(path);
  std::filesystem::remove(path);
  return profile;
}

ProfilePtr load_file(const std::filesystem::path& path) {
  auto loaded = load_profile(path);
  if (!loaded) throw std::runtime_error(path.string() + ": " + loaded.error().message);
  return *loaded;
}

TraceOptions events_alone() {
  TraceOptions options;
  options.iterations = options.nvtx_on_gpu = options.idle = options.counters = false;
  options.metrics = options.syncs = false;
  return options;
}

TraceOptions everything() {
  TraceOptions options = events_alone();
  options.calls = options.os_calls = true;
  options.arguments = true;
  return options;
}

std::string trace_of(const Profile& profile, const TraceOptions& options, const ScopeRequest& request) {
  const auto scope = Scope::make(profile, request);
  if (!scope) throw std::runtime_error(scope.error().message);
  std::string bytes;
  const auto stats = write_trace(profile, *scope, options, [&](std::string_view chunk) {
    bytes += chunk;
    return true;
  });
  if (!stats) throw std::runtime_error(stats.error().message);
  if (stats->bytes != bytes.size()) throw std::runtime_error("The statistics count other bytes.");
  return bytes;
}

}  // namespace nsys_ai::trace_test

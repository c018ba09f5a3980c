// bench-trace: how soon a trace of a large profile begins, how long it takes, and what memory it adds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "base/memory.h"
#include "profile/load.h"
#include "trace/trace.h"

namespace nsys_ai::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The most that the process had in memory since `forget_peak`, in bytes.
int64_t peak_resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (int64_t kib = 0; word == "VmHWM:" && status >> kib) return kib * 1024;
  throw std::runtime_error("/proc/self/status does not tell the peak");
}

void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

// A profile anew for each, so that nothing is built beforehand.
void measure(const std::string& path, const NamedDetail& detail) {
  const auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  forget_peak();
  const int64_t before = memory_resident();
  double first = 0;
  const auto start = Clock::now();
  const Scope scope = Scope::whole(**profile);
  TraceOptions options;
  options.pixel = pixel_for(**profile, scope, options, detail.detail);
  const auto stats = write_trace(**profile, scope, options, [&](std::string_view) {
    if (first == 0) first = seconds_since(start);
    return true;
  });
  const double all = seconds_since(start);
  if (!stats) throw std::runtime_error(stats.error().message);
  fmt::print("{:9} first byte {:.3f} s, all {:.2f} s, {:.1f} MB, {} slices, {:.0f} MB more memory at most\n",
             detail.name, first, all, static_cast<double>(stats->bytes) / 1e6, stats->slices,
             static_cast<double>(std::max<int64_t>(0, peak_resident() - before)) / 1e6);
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::give_back_large_blocks();  // as the program does
  if (count != 2) {
    std::fputs("usage: bench-trace PROFILE\n", stderr);
    return 2;
  }
  try {
    for (const nsys_ai::NamedDetail& detail : nsys_ai::kTraceDetails)
      if (detail.detail != nsys_ai::TraceDetail::automatic) nsys_ai::bench::measure(arguments[1], detail);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-trace: {}\n", error.what());
    return 2;
  }
}

// bench-trace: how soon a trace of a large profile begins, how long it takes, and what memory it adds; and
// how long a screen waits for a part of the timeline.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/memory.h"
#include "profile/load/load.h"
#include "trace/timeline.h"
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

void measure(const Profile& profile, const NamedDetail& detail, const char* which) {
  forget_peak();
  const int64_t before = memory_resident();
  double first = 0;
  const auto start = Clock::now();
  const Scope scope = Scope::whole(profile);
  TraceOptions options;
  options.pixel = pixel_for(profile, scope, options, detail.detail);
  const auto stats = write_trace(profile, scope, options, [&](std::string_view) {
    if (first == 0) first = seconds_since(start);
    return true;
  });
  const double all = seconds_since(start);
  if (!stats) throw std::runtime_error(stats.error().message);
  fmt::print("{:8} {:5}  first byte {:.3f} s, all {:.2f} s, {:.1f} MB, {} slices, {:.0f} MB more at most\n",
             detail.name, which, first, all, static_cast<double>(stats->bytes) / 1e6, stats->slices,
             static_cast<double>(std::max<int64_t>(0, peak_resident() - before)) / 1e6);
}

// A profile again for each detail, so that nothing is built beforehand; the second time all of it is, as in a
// server that has shown an overview.
void measure_twice(const std::string& path, const NamedDetail& detail) {
  const auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  measure(**profile, detail, "first");
  measure(**profile, detail, "again");
}

// The whole run, then parts of it around its middle, each a hundredth of the one before, as a screen of 2,000
// columns asks for them. The first time with what the profile builds once.
void measure_timeline(const std::string& path) {
  const auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  const Interval run = (*profile)->extent();
  const auto part = [&](int64_t parts) -> std::optional<Interval> {
    if (parts == 1) return std::nullopt;
    const int64_t length = std::max<int64_t>(1, run.duration() / parts);
    return Interval{run.start + run.duration() / 2, run.start + run.duration() / 2 + length};
  };
  for (const auto& [parts, which] : std::initializer_list<std::pair<int64_t, const char*>>{
           {1, "first"}, {1, "again"}, {100, "part"}, {10'000, "part"}, {1'000'000, "part"}}) {
    const auto scope = Scope::make(**profile, {{}, part(parts)});
    if (!scope) throw std::runtime_error(scope.error().message);
    TraceOptions options;
    options.calls = options.arguments = true;
    const auto start = Clock::now();
    const auto made = timeline(**profile, *scope, options, {2000, 80'000});
    const double all = seconds_since(start);
    if (!made) throw std::runtime_error(made.error().message);
    size_t marks = 0;
    for (const TimelineRow& row : made->rows) marks += row.starts.size();
    fmt::print("timeline {:5}  1/{}: {:.3f} s, {} slices, marks and values, a pixel is {} ns\n", which, parts,
               all, marks, made->pixel);
  }
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();  // as the program does
  if (count != 2) {
    std::fputs("usage: bench-trace PROFILE\n", stderr);
    return 2;
  }
  try {
    for (const nsys_ai::NamedDetail& detail : nsys_ai::kTraceDetails)
      if (detail.detail != nsys_ai::TraceDetail::automatic)
        nsys_ai::bench::measure_twice(arguments[1], detail);
    nsys_ai::bench::measure_timeline(arguments[1]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-trace: {}\n", error.what());
    return 2;
  }
}

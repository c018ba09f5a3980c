// bench-trace: how soon a trace of a large profile begins, how long it takes, and what memory it adds; and
// how long a screen waits for a part of the timeline.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/memory.h"
#include "profile/cache/column_cache.h"
#include "profile/load/load.h"
#include "trace/timeline/timeline.h"
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

constexpr int64_t kColumns = 2000;
constexpr size_t kMax = 120'000;  // as the page of the timeline is sent

struct Screen {
  double seconds = 0;
  double cpu_seconds = 0;  // on all cores
  size_t marks = 0;        // slices, marks and values
  int64_t pixel = 0;
};

Screen screen_of(const Profile& profile, std::optional<Interval> window) {
  const auto start = Clock::now();
  const std::clock_t cpu = std::clock();
  const auto made = TimelineSource(profile, {}).part({window, kColumns, kMax, {}});
  Screen screen{seconds_since(start), static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
  if (!made) throw std::runtime_error(made.error().message);
  for (const TimelineRow& row : made->rows) screen.marks += row.starts.size();
  screen.pixel = made->pixel;
  return screen;
}

void report_screen(const char* which, const Screen& screen) {
  fmt::print("timeline {}: {:.3f} s, {:.3f} s on all cores, {} slices, marks and values, a pixel is {} ns\n",
             which, screen.seconds, screen.cpu_seconds, screen.marks, screen.pixel);
}

// Windows of all widths from the run down to a millionth of it, each width as likely as the next, anywhere.
void measure_parts(const Profile& profile) {
  constexpr size_t kWindows = 200;
  const Interval run = profile.extent();
  std::mt19937_64 random(1);
  const auto share = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
  std::vector<double> seconds, cpu;
  for (size_t i = 0; i < kWindows; ++i) {
    const double width = std::pow(10.0, -6 * share());
    const auto length =
        std::max<int64_t>(1, static_cast<int64_t>(width * static_cast<double>(run.duration())));
    const int64_t start =
        run.start + static_cast<int64_t>(share() * static_cast<double>(run.duration() - length));
    const Screen screen = screen_of(profile, Interval{start, start + length});
    seconds.push_back(screen.seconds);
    cpu.push_back(screen.cpu_seconds);
  }
  for (auto& [of, name] : {std::pair(&seconds, ""), std::pair(&cpu, ", on all cores")}) {
    std::sort(of->begin(), of->end());
    fmt::print("timeline, {} windows of all widths{}: p50 {:.1f} ms, p95 {:.1f} ms, slowest {:.1f} ms\n",
               kWindows, name, 1e3 * (*of)[kWindows / 2], 1e3 * (*of)[kWindows * 95 / 100], 1e3 * of->back());
  }
}

// How long it takes until nobody works on a timeline that nobody wants any more.
void measure_cancel(const Profile& profile) {
  for (const int after_ms : {50, 200, 400, 600}) {
    Work work;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
      work.cancel.cancel();
    });
    const auto start = Clock::now();
    const auto made = TimelineSource(profile, {}).part({{}, kColumns, kMax, {}}, work);
    const double late = seconds_since(start) - after_ms / 1e3;
    other.join();
    if (!made) fmt::print("timeline cancelled after {} ms: ended {:.0f} ms later\n", after_ms, 1e3 * late);
  }
}

// The first time with what the profile builds once; then as when it is opened again from what was kept.
void measure_timeline(const std::string& path) {
  char name[] = "/tmp/bench-trace.XXXXXX";
  if (mkdtemp(name) == nullptr) throw std::runtime_error("no folder can be made");
  const std::filesystem::path folder = name;
  const ColumnCache cache({folder / "cache", INT64_MAX / 4}, free_bytes_in,
                          {.min_bytes = 0, .stable_ns = 0, .spare = 1});
  const auto open = [&] {
    auto profile = load_profile(path, {}, {.window = {}, .column_cache = &cache});
    if (!profile) throw std::runtime_error(profile.error().message);
    return *profile;
  };
  measure_cancel(*open());
  {
    const ProfilePtr profile = open();
    forget_peak();
    const int64_t before = memory_resident();
    report_screen("of the whole run, first", screen_of(*profile, {}));
    fmt::print("timeline: {:.0f} MB more at most, {:.0f} MB kept\n",
               static_cast<double>(std::max<int64_t>(0, peak_resident() - before)) / 1e6,
               static_cast<double>(std::max<int64_t>(0, memory_resident() - before)) / 1e6);
    report_screen("of the whole run, again", screen_of(*profile, {}));
    measure_parts(*profile);
    const PartToCache levels = timeline_levels_to_keep();
    if (!cache.keep(*profile, {}) || !cache.store_part(*profile, levels.part, *levels.make(*profile, {}), {}))
      throw std::runtime_error("nothing was kept");
  }
  const ProfilePtr again = open();
  report_screen("of the whole run, opened again", screen_of(*again, {}));
  measure_parts(*again);
  for (const auto& file : std::filesystem::directory_iterator(folder / "cache"))
    fmt::print("kept {}: {:.1f} MB\n", file.path().extension().string(),
               static_cast<double>(file.file_size()) / 1e6);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();  // as the program does
  const bool timeline_alone = count == 3 && std::string(arguments[2]) == "--timeline";
  if (count != 2 && !timeline_alone) {
    std::fputs("usage: bench-trace PROFILE [--timeline]\n", stderr);
    return 2;
  }
  try {
    for (const nsys_ai::NamedDetail& detail : nsys_ai::kTraceDetails)
      if (detail.detail != nsys_ai::TraceDetail::automatic && !timeline_alone)
        nsys_ai::bench::measure_twice(arguments[1], detail);
    nsys_ai::bench::measure_timeline(arguments[1]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-trace: {}\n", error.what());
    return 2;
  }
}

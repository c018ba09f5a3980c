// bench-store: measures the store on one profile, as ratios to a plain scan by SQLite.
//
// Ratios and not times are checked, since they mean the same on a slow machine as on a fast one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/memory.h"
#include "tests/bench/report.h"
#include "tests/bench/scan.h"
#include "tests/bench/store.h"

namespace nsys_ai::bench {
namespace {

struct Options {
  std::string path;
  int runs = 5;
  bool cold = false;
  bool as_json = false;
  bool check = false;
};

// The scan that times are divided by.
struct Yardstick {
  double kernels_ms = 0;
  double all_ms = 0;
  int64_t rows = 0;
};

template <class T, class Field>
double median_over(const std::vector<T>& runs, Field field) {
  std::vector<double> values;
  for (const T& run : runs) values.push_back(static_cast<double>(field(run)));
  return median(std::move(values));
}

// What other work disturbed least; the scan is told by its best run too.
template <class T, class Field>
double best_of(const std::vector<T>& runs, Field field) {
  double best = field(runs.front());
  for (const T& run : runs) best = std::min<double>(best, field(run));
  return best;
}

void keep_best(const std::vector<Scan>& scans, std::vector<Scan>& best) {
  if (best.empty()) best = scans;
  for (size_t i = 0; i < scans.size(); ++i)
    if (scans[i].ms < best[i].ms) best[i] = scans[i];
}

// The scan runs in one thread and waits for nothing but its turn.
void note_other_work(const std::vector<Scan>& every_scan, Report& report) {
  double ms = 0, processor_ms = 0;
  for (const Scan& scan : every_scan) ms += scan.ms, processor_ms += scan.processor_ms;
  if (ms > 1.1 * processor_ms)
    report.notes.push_back(fmt::format(
        "Other work ran beside this: all scans took {:.0f} ms for {:.0f} ms of processor time. Ratios "
        "are right on a quiet machine only.",
        ms, processor_ms));
}

Yardstick add_scans(const std::vector<Scan>& scans, Report& report) {
  Yardstick yardstick;
  for (const Scan& scan : scans) {
    if (scan.what == "kernels") yardstick.kernels_ms = scan.ms;
    yardstick.all_ms += scan.ms;
    yardstick.rows += scan.rows;
    report.rows += fmt::format("{}{} {}", report.rows.empty() ? "" : ", ", scan.rows, scan.what);
    report.figures.push_back({fmt::format("R({}): scan by sqlite3_step", scan.what), scan.ms, "ms", {}});
  }
  report.figures.push_back({"R(all)", yardstick.all_ms, "ms", {}});
  return yardstick;
}

// A question about nothing takes no time; there is no ratio to a scan of nothing.
Figure timed(std::string name, double ms, double yardstick_ms, const char* of,
             std::optional<double> limit = {}) {
  Figure figure{std::move(name), ms, "ms", {}};
  if (yardstick_ms <= 0) return figure;
  figure.ratio = ms / yardstick_ms;
  figure.of = of;
  figure.limit = limit;
  return figure;
}

void add_memory(const std::vector<Everything>& runs, Report& report) {
  const auto add = [&](const char* name, auto field, std::optional<double> limit = {}) {
    const double bytes = median_over(runs, field);
    report.figures.push_back(
        {name, bytes / 1e6, "MB", bytes / static_cast<double>(report.file_bytes), "the file", limit});
  };
  add("Peak memory while loading", [](const Everything& run) { return run.loaded.peak; });
  add(
      "Peak memory with everything built", [](const Everything& run) { return run.built.peak; }, 0.6);
  add("Memory afterwards", [](const Everything& run) { return run.built.resident; });
  add("of which no pages of files", [](const Everything& run) { return run.built.anonymous; });
}

void add_warm_questions(const std::vector<Everything>& runs, const Yardstick& r, Report& report) {
  const auto add = [&](const char* name, double Everything::*field, std::optional<double> limit = {}) {
    report.figures.push_back(timed(name, best_of(runs, [&](const Everything& run) { return run.*field; }),
                                   r.kernels_ms, "R(kernels)", limit));
  };
  add("top_kernels, warm", &Everything::top_kernels_ms, 0.05);
  add("top_kernels in half of the time, warm", &Everything::top_kernels_window_ms);
  add("Busy and idle of a device in half of the time", &Everything::busy_idle_ms, 0.01);
  add("Idle gaps of 20 us and their causes, a device", &Everything::gaps_ms);
  add("GPU time by innermost NVTX label", &Everything::attribution_ms, 0.05);
}

// An answer that is not what the scan found is worth no time at all.
void compare(const std::vector<Scan>& scans, const FirstAnswer& answer, Report& report) {
  for (const Scan& scan : scans)
    if (scan.what == "kernels" && (scan.rows != answer.kernels || scan.length_ns != answer.kernel_ns))
      report.wrong.push_back(
          fmt::format("top_kernels tells of {} kernels and {} ns, the file of {} and {} ns.", answer.kernels,
                      answer.kernel_ns, scan.rows, scan.length_ns));
}

void add_cold(const Options& options, const Yardstick& r, Report& report) {
  drop_page_cache(options.path);
  const auto cold = measure_in_child<FirstAnswer>([&] { return measure_first_answer(options.path); });
  const auto bytes = static_cast<double>(cold.device_bytes);
  report.figures.push_back(timed("Open to first top_kernels, cold", cold.ms, r.all_ms, "R(all), warm"));
  report.figures.push_back({"Read from the device", bytes / 1e6, "MB",
                            bytes / static_cast<double>(report.file_bytes), "the file"});
}

Report measure(const Options& options) {
  Report report{.profile = options.path,
                .file_bytes = static_cast<int64_t>(std::filesystem::file_size(options.path)),
                .rows = {},
                .figures = {},
                .notes = {},
                .wrong = {}};
  warm_page_cache(options.path);
  std::vector<Scan> scans, every_scan;
  std::vector<FirstAnswer> first;
  std::vector<Everything> all;
  // Taken in turns, so that what else the machine does disturbs all of them.
  for (int run = 0; run < options.runs; ++run) {
    const std::vector<Scan> scanned = scan_events(options.path);
    every_scan.insert(every_scan.end(), scanned.begin(), scanned.end());
    keep_best(scanned, scans);
    first.push_back(measure_in_child<FirstAnswer>([&] { return measure_first_answer(options.path); }));
    all.push_back(measure_in_child<Everything>([&] { return measure_everything(options.path); }));
  }
  const Yardstick r = add_scans(scans, report);
  note_other_work(every_scan, report);
  compare(scans, first.front(), report);
  report.figures.push_back(timed("Open to first top_kernels",
                                 best_of(first, [](const FirstAnswer& run) { return run.ms; }), r.all_ms,
                                 "R(all)", 0.25));
  const double everything = best_of(all, [](const Everything& run) { return run.ms; });
  report.figures.push_back(
      timed("Open with NVTX forest, launches and attribution", everything, r.all_ms, "R(all)", 0.6));
  report.figures.push_back(
      {"The same, in rows", static_cast<double>(r.rows) / everything / 1e3, "M rows/s", {}});
  add_warm_questions(all, r, report);
  add_memory(all, report);
  if (options.cold) add_cold(options, r, report);
  return report;
}

int run(const Options& options) {
  const Report report = measure(options);
  fmt::print("{}", options.as_json ? json(report) : markdown(report));
  std::fflush(stdout);
  if (!options.check) return 0;
  const std::vector<std::string> sentences = fallen(report);
  for (const std::string& sentence : sentences) fmt::print(stderr, "bench-store: {}\n", sentence);
  return sentences.empty() ? 0 : 1;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int argc, char** argv) {
  nsys_ai::give_back_large_blocks();  // as the program does
  nsys_ai::bench::Options options;
  CLI::App app(
      "Measures the store on one profile: times as ratios to R, a scan of the same columns by SQLite.",
      "bench-store");
  app.add_option("PROFILE", options.path, "An export of Nsight Systems")->required();
  app.add_flag("--check", options.check, "Exit with 1, naming what fell, when a ratio is beyond its limit");
  app.add_flag("--cold", options.cold,
               "Drop the file from the page cache too, and measure what is read then");
  app.add_flag("--json", options.as_json, "JSON instead of a table");
  app.add_option("--runs", options.runs, "Repetitions; the best of each counts, and the median of memory")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->type_name("N");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return nsys_ai::bench::run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-store: {}\n", error.what());
    return 2;
  }
}

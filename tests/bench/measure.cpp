// Takes the parts in turns, so that what else the machine does disturbs all of them, and divides by the scan.
#include "tests/bench/measure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "tests/bench/program.h"
#include "tests/bench/reopen.h"
#include "tests/bench/scan.h"
#include "tests/bench/skill_times.h"
#include "tests/bench/store.h"

namespace nsys_ai::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kMaxInfoMs = 50;
constexpr double kMaxOfAQuestion = 0.1;

// The scan that times are divided by.
struct ReferenceScan {
  double kernels_ms = 0;  // 0 where there are none
  double all_ms = 0;
  double all_processor_ms = 0;
  int64_t kernels = 0, ranges = 0, rows = 0;
};

// What each run took.
struct Runs {
  std::vector<Scan> best_scans, every_scan;
  std::vector<FirstAnswer> first;
  std::vector<Everything> all;
  std::vector<double> reopened, info;
  std::vector<QuestionTimes> questions;
  Kept kept;
};

template <class T, class Field>
double median_over(const std::vector<T>& runs, Field field) {
  std::vector<double> values;
  for (const T& run : runs) values.push_back(static_cast<double>(field(run)));
  return median(std::move(values));
}

// What other work disturbed least; the scan is represented by its best run, too.
template <class T, class Field>
double best_of(const std::vector<T>& runs, Field field) {
  double best = field(runs.front());
  for (const T& run : runs) best = std::min<double>(best, field(run));
  return best;
}

// Beside the profile, where there is room for it; gone at the end.
class KeptFolder {
 public:
  explicit KeptFolder(const std::string& profile)
      : path_(fmt::format("{}.kept-{}", profile, static_cast<int>(::getpid()))) {
    fs::create_directory(path_);
  }
  ~KeptFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  KeptFolder(const KeptFolder&) = delete;
  KeptFolder& operator=(const KeptFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void keep_best(const std::vector<Scan>& scans, std::vector<Scan>& best) {
  if (best.empty()) best = scans;
  for (size_t i = 0; i < scans.size(); ++i)
    if (scans[i].ms < best[i].ms) best[i] = scans[i];
}

Runs take_runs(const MeasureOptions& options, const fs::path& folder) {
  Runs runs;
  const std::string& path = options.path;
  const auto say = [&](int run, const char* what, double ms) {
    if (options.progress)
      options.progress(fmt::format("run {} of {}: {} {:.2f} s", run + 1, options.runs, what, ms / 1e3));
    return ms;
  };
  runs.kept = measure_in_child<Kept>([&] { return measure_keeping(path, folder); });
  for (int run = 0; run < options.runs; ++run) {
    const std::vector<Scan> scanned = scan_events(path);
    double scan_ms = 0;
    for (const Scan& scan : scanned) scan_ms += scan.ms;
    say(run, "scan", scan_ms);
    runs.every_scan.insert(runs.every_scan.end(), scanned.begin(), scanned.end());
    keep_best(scanned, runs.best_scans);
    runs.first.push_back(measure_in_child<FirstAnswer>([&] { return measure_first_answer(path); }));
    say(run, "first answer", runs.first.back().ms);
    runs.all.push_back(measure_in_child<Everything>([&] { return measure_everything(path); }));
    say(run, "with attribution", runs.all.back().ms);
    runs.reopened.push_back(measure_in_child<double>([&] { return measure_reopening(path, folder); }));
    say(run, "opened again", runs.reopened.back());
    runs.questions.push_back(measure_in_child<QuestionTimes>([&] { return measure_questions(path); }));
    if (!options.program.empty())
      runs.info.push_back(measure_program({options.program.string(), "info", path}));
  }
  return runs;
}

// The scan runs in one thread and waits for nothing but its turn.
void note_other_work(const std::vector<Scan>& every_scan, Report& report) {
  double ms = 0, processor_ms = 0;
  for (const Scan& scan : every_scan) ms += scan.ms, processor_ms += scan.processor_ms;
  if (ms > 1.1 * processor_ms)
    report.notes.push_back(
        fmt::format("Other work ran beside this: all scans took {:.0f} ms for {:.0f} ms of processor time. "
                    "Ratios are right on a quiet machine only.",
                    ms, processor_ms));
}

// Tables without rows are left out.
ReferenceScan add_scans(const std::vector<Scan>& scans, Report& report) {
  ReferenceScan reference;
  for (const Scan& scan : scans) {
    if (scan.rows == 0) continue;
    if (scan.what == "kernels") reference.kernels_ms = scan.ms, reference.kernels = scan.rows;
    if (scan.what == "NVTX") reference.ranges = scan.rows;
    reference.all_ms += scan.ms;
    reference.all_processor_ms += scan.processor_ms;
    reference.rows += scan.rows;
    report.rows += fmt::format("{}{} {}", report.rows.empty() ? "" : ", ", scan.rows, scan.what);
    report.figures.push_back({fmt::format("R({}): scan by sqlite3_step", scan.what), scan.ms, "ms", {}});
  }
  report.figures.push_back({"R(all)", reference.all_ms, "ms", {}});
  return reference;
}

// There is no ratio to a scan of nothing.
Figure timed(std::string name, double ms, double yardstick_ms, const char* of,
             std::optional<double> limit = {}) {
  Figure figure{std::move(name), ms, "ms", {}};
  if (yardstick_ms <= 0) return figure;
  figure.ratio = ms / yardstick_ms;
  figure.of = of;
  figure.limit = limit;
  return figure;
}

Figure steady(Figure figure) {
  figure.is_steady = true;
  return figure;
}

void add_openings(const Runs& runs, const ReferenceScan& r, Report& report) {
  const auto add = [&](const char* name, double ms, double limit) {
    report.figures.push_back(steady(timed(name, ms, r.all_ms, "R(all)", limit)));
  };
  const auto add_processor = [&](double ms) {
    report.figures.push_back(
        timed("of all threads, the processor's time", ms, r.all_processor_ms, "that of R(all)"));
  };
  add("Open to first top_kernels", best_of(runs.first, [](const FirstAnswer& run) { return run.ms; }), 0.25);
  add_processor(best_of(runs.first, [](const FirstAnswer& run) { return run.processor_ms; }));
  const double everything = best_of(runs.all, [](const Everything& run) { return run.ms; });
  add("Open with NVTX forest, launches and attribution", everything, 0.5);
  add_processor(best_of(runs.all, [](const Everything& run) { return run.processor_ms; }));
  report.figures.push_back(
      {"The same, in rows", static_cast<double>(r.rows) / everything / 1e3, "M rows/s", {}});
  add("Open again from kept columns", *std::min_element(runs.reopened.begin(), runs.reopened.end()), 0.08);
  report.figures.push_back({"Write the kept columns", runs.kept.ms, "ms", {}});
  const auto kept = static_cast<double>(runs.kept.bytes);
  report.figures.push_back(
      {"Kept columns", kept / 1e6, "MB", kept / static_cast<double>(report.file_bytes), "the file"});
}

void add_memory(const std::vector<Everything>& runs, Report& report) {
  const auto add = [&](const char* name, auto field, std::optional<double> limit = {}) {
    const double bytes = median_over(runs, field);
    Figure figure{name, bytes / 1e6, "MB", bytes / static_cast<double>(report.file_bytes), "the file", limit};
    report.figures.push_back(limit ? steady(figure) : figure);
  };
  add("Peak memory while loading", [](const Everything& run) { return run.loaded.peak; });
  add(
      "Peak memory with everything built", [](const Everything& run) { return run.built.peak; }, 0.6);
  add("Memory afterwards", [](const Everything& run) { return run.built.resident; });
  add("of which no pages of files", [](const Everything& run) { return run.built.anonymous; });
}

void add_warm_questions(const Runs& runs, const ReferenceScan& r, Report& report) {
  if (r.kernels == 0) {
    report.notes.push_back("There are no kernels: what is measured against R(kernels) is left out.");
    return;
  }
  const auto add = [&](const char* name, double Everything::*field, std::optional<double> limit = {}) {
    report.figures.push_back(timed(name, best_of(runs.all, [&](const Everything& run) { return run.*field; }),
                                   r.kernels_ms, "R(kernels)", limit));
  };
  add("top_kernels with percentiles, warm", &Everything::top_kernels_ms, 0.05);
  add("top_kernels in half of the time, warm", &Everything::top_kernels_window_ms);
  add("Busy and idle of a device in half of the time", &Everything::busy_idle_ms, 0.01);
  add("Idle gaps of 20 us and their causes, a device", &Everything::gaps_ms);
  if (r.ranges == 0)
    report.notes.push_back("There are no ranges: what asks for them is left out.");
  else
    add("GPU time by innermost NVTX label", &Everything::attribution_ms, 0.05);
  for (size_t i = 0; i < kQuestions.size(); ++i) {
    const std::string name = kQuestions[i];
    if (r.ranges == 0 && name != "top_kernels") continue;
    report.figures.push_back(timed("Question " + name + ", warm",
                                   best_of(runs.questions, [&](const QuestionTimes& run) { return run[i]; }),
                                   r.kernels_ms, "R(kernels)", kMaxOfAQuestion));
  }
}

void add_info(const Runs& runs, Report& report) {
  if (runs.info.empty()) {
    report.notes.push_back("The program is not built: `nsys-ai info` is left out.");
    return;
  }
  report.figures.push_back({.name = "nsys-ai info",
                            .value = *std::min_element(runs.info.begin(), runs.info.end()),
                            .unit = "ms",
                            .ratio = {},
                            .limit = kMaxInfoMs});
}

// An answer that is not what the scan found is worth no time at all.
void compare(const std::vector<Scan>& scans, const FirstAnswer& answer, Report& report) {
  for (const Scan& scan : scans)
    if (scan.what == "kernels" && (scan.rows != answer.kernels || scan.length_ns != answer.kernel_ns))
      report.wrong.push_back(
          fmt::format("top_kernels tells of {} kernels and {} ns, the file of {} and {} ns.", answer.kernels,
                      answer.kernel_ns, scan.rows, scan.length_ns));
}

void add_cold(const MeasureOptions& options, const fs::path& folder, const ReferenceScan& r, Report& report) {
  drop_page_cache(options.path);
  const auto cold = measure_in_child<FirstAnswer>([&] { return measure_first_answer(options.path); });
  const auto bytes = static_cast<double>(cold.device_bytes);
  report.figures.push_back(timed("Open to first top_kernels, cold", cold.ms, r.all_ms, "R(all), warm"));
  report.figures.push_back({"Read from the device", bytes / 1e6, "MB",
                            bytes / static_cast<double>(report.file_bytes), "the file"});
  drop_page_cache(options.path);
  drop_page_cache(kept_file(folder).string());
  report.figures.push_back(
      timed("Open again from kept columns, both files cold",
            measure_in_child<double>([&] { return measure_reopening(options.path, folder); }), r.all_ms,
            "R(all), warm"));
}

}  // namespace

Report measure(const MeasureOptions& options) {
  Report report{.profile = options.path,
                .file_bytes = static_cast<int64_t>(fs::file_size(options.path)),
                .rows = {},
                .figures = {},
                .notes = {},
                .wrong = {}};
  warm_page_cache(options.path);
  const KeptFolder folder(options.path);
  const Runs runs = take_runs(options, folder.path());
  const ReferenceScan r = add_scans(runs.best_scans, report);
  note_other_work(runs.every_scan, report);
  compare(runs.best_scans, runs.first.front(), report);
  add_openings(runs, r, report);
  add_memory(runs.all, report);
  add_warm_questions(runs, r, report);
  add_info(runs, report);
  if (options.cold) add_cold(options, folder.path(), r, report);
  return report;
}

}  // namespace nsys_ai::bench

// Runs the processes of the workload side by side and writes their events in the order of time.
#include "tests/bench/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/bench/export_file.h"
#include "tests/support/draft.h"

namespace nsys_ai::bench {
namespace {

void check(const GenerateOptions& options) {
  const WorkloadOptions& workload = options.workload;
  const Counts& counts = workload.counts;
  const auto require = [](bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
  };
  const int64_t starting = counts.kernels + counts.copies + counts.memsets;
  require(counts.calls >= starting,
          fmt::format("--calls {} is too few: {} kernels, copies and memsets need a call each.", counts.calls,
                      starting));
  require(!std::filesystem::is_directory(options.path), options.path + " is a folder.");
  // The page numbers of SQLite and the correlation ids of CUPTI have 32 bits.
  require(counts.calls + counts.nvtx + counts.os_calls <= 2'000'000'000, "That is more than one file holds.");
}

// The last moment of rows, which need not lie in their order.
template <class Row>
int64_t last_end(const std::vector<Row>& rows) {
  int64_t last = 0;
  for (const Row& row : rows) last = std::max(last, row.end);
  return last;
}

class Writer {
 public:
  Writer(ExportFile& file, bool nvtx_by_start) : file_(file), nvtx_by_start_(nvtx_by_start) {}

  Rows& rows() { return rows_; }
  int64_t end() const { return end_; }

  // Writes all rows that come before `time`, where no earlier ones can follow.
  void write_before(int64_t time) {
    const auto start = [](const auto& row) { return row.start; };
    const auto end = [](const auto& row) { return row.end; };
    write(rows_.kernels, sorted_.kernels, time, start);
    write(rows_.copies, sorted_.copies, time, start);
    write(rows_.memsets, sorted_.memsets, time, start);
    write(rows_.calls, sorted_.calls, time, start);
    write(rows_.os_calls, sorted_.os_calls, time, start);
    if (nvtx_by_start_)
      write(rows_.ranges, sorted_.ranges, time, start);
    else
      write(rows_.ranges, sorted_.ranges, time, end);
  }

 private:
  // Of many processes much waits for the slowest: the first `sorted` rows are in order from the last time.
  template <class Row, class Key>
  void write(std::vector<Row>& rows, size_t& sorted, int64_t time, Key key) {
    const auto before = [&](const Row& left, const Row& right) { return key(left) < key(right); };
    const auto added = rows.begin() + static_cast<std::ptrdiff_t>(sorted);
    std::stable_sort(added, rows.end(), before);
    std::inplace_merge(rows.begin(), added, rows.end(), before);
    const auto later =
        std::partition_point(rows.begin(), rows.end(), [&](const Row& row) { return key(row) < time; });
    end_ = std::max(end_, last_end(rows));
    file_.add(std::span<const Row>(rows.begin(), later));
    rows.erase(rows.begin(), later);
    sorted = rows.size();
  }

  ExportFile& file_;
  bool nvtx_by_start_;
  Rows rows_;
  struct {
    size_t kernels = 0, copies = 0, memsets = 0, calls = 0, os_calls = 0, ranges = 0;
  } sorted_;
  int64_t end_ = kCaptureStartNs;
};

void write_workload(const WorkloadOptions& options, Writer& writer, const std::function<void()>& stepped) {
  std::vector<ProcessWorkload> processes;
  for (int64_t process = 0; process < options.processes; ++process) processes.emplace_back(options, process);
  const auto behind = [](const auto& left, const auto& right) { return left.clock() < right.clock(); };
  while (!processes.empty()) {
    const auto next = std::min_element(processes.begin(), processes.end(), behind);
    if (!next->step(writer.rows())) {
      processes.erase(next);
      continue;
    }
    writer.write_before(std::min_element(processes.begin(), processes.end(), behind)->clock());
    stepped();
  }
  writer.write_before(std::numeric_limits<int64_t>::max());
}

}  // namespace

Generated generate(const GenerateOptions& options, const GenerateProgress& progress) {
  check(options);
  const Counts& counts = options.workload.counts;
  const int64_t all =
      counts.kernels + counts.calls + counts.nvtx + counts.copies + counts.memsets + counts.os_calls;
  test::Draft draft(options.path);
  int64_t rows = 0;
  {
    ExportFile file(draft.path(), options.workload);
    const auto stepped = [&] {
      if (progress && !progress({file.rows(), file.bytes()}, all))
        throw std::runtime_error("Interrupted; nothing was written.");
    };
    int64_t end = 0;
    if (options.rows) {
      end = options.rows(options.workload, file);
      stepped();
    } else {
      Writer writer(file, options.workload.nvtx_by_start);
      write_workload(options.workload, writer, stepped);
      end = writer.end();
    }
    rows = file.rows();
    file.finish(end, options.samples);
  }
  draft.keep();
  return {rows, static_cast<int64_t>(std::filesystem::file_size(options.path))};
}

}  // namespace nsys_ai::bench

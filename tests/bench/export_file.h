// The file of a generated profile, laid out as an export of Nsight Systems 2026.2.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "tests/bench/workload.h"

namespace nsys_ai::bench {

// Written in one go: constructed, rows added, finished. Failures are std::runtime_error. For one thread.
class ExportFile {
 public:
  // Creates the file at `path`, with all tables and what they say about machine and program.
  ExportFile(const std::string& path, const WorkloadOptions& options);
  ~ExportFile();

  void add(std::span<const KernelRow> rows);
  void add(std::span<const CopyRow> rows);
  void add(std::span<const MemsetRow> rows);
  void add(std::span<const CallRow> rows);
  void add(std::span<const RangeRow> rows);
  void add(std::span<const OsCallRow> rows);
  int64_t rows() const;
  int64_t bytes() const;

  // Adds CPU samples, evenly over the capture, and how long it was.
  void finish(int64_t end_ns, int64_t samples);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nsys_ai::bench

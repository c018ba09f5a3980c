// What happens in a generated profile: data-parallel training, step by step, event by event.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/bench/vocabulary.h"

namespace nsys_ai::bench {

struct Counts {
  int64_t kernels = 4'000'000;
  int64_t calls = 6'000'000;  // with those that start kernels, copies and memsets
  int64_t nvtx = 4'000'000;
  int64_t copies = 100'000;
  int64_t memsets = 100'000;
  int64_t os_calls = 200'000;
};

// What tells the instances of a label apart, in those that carry an instance.
enum class LabelStyle : uint8_t {
  operation,  // the ids of an operation; instances of two processes may read the same
  pytorch,    // as emit_nvtx of PyTorch writes them, some with the sizes of tensors; no two read the same
  hex         // UUIDs and hashes; no two read the same
};

struct WorkloadOptions {
  Counts counts{};
  int64_t devices = 2;
  int64_t processes = 2;
  int64_t streams = 4;  // of a GPU in a process
  int64_t nvtx_depth = 5;
  double instance_share = 0.1;  // of labels that carry an instance
  LabelStyle label_style = LabelStyle::operation;
  bool registered = false;     // labels that carry an instance are strings of their own, not inline text
  bool far_ids = false;        // half of the correlation ids of a process are far from the others
  bool nvtx_by_start = false;  // else rows of ranges come in the order of their ends
  uint64_t seed = 1;
};

constexpr int64_t kCaptureStartNs = 1'000'000'000;

struct OperationRow {
  int64_t start, end;
  uint32_t correlation;
  uint32_t process, device, context, stream;
};
constexpr uint32_t kOwnName = UINT32_MAX;
struct KernelRow : OperationRow {
  uint32_t name;  // in kernel_names(), then collective_names(); kOwnName for one of its own
  uint32_t grid, number;
};
struct CopyRow : OperationRow {
  int64_t bytes;
  uint8_t kind;
};
struct MemsetRow : OperationRow {
  int64_t bytes;
};
struct CallRow {
  int64_t start, end, thread;
  uint32_t correlation;
  uint16_t api;
};
struct RangeRow {
  int64_t start, end, thread;
  uint32_t instance;  // 0 for a registered label
  uint16_t level, label, domain;
  bool start_end = false;  // of that type, whose ranges need not nest; else push/pop
};
struct OsCallRow {
  int64_t start, end, thread;
  uint16_t name;
};

// Rows of all processes, each list in the order in which they were made.
struct Rows {
  std::vector<KernelRow> kernels;
  std::vector<CopyRow> copies;
  std::vector<MemsetRow> memsets;
  std::vector<CallRow> calls;
  std::vector<RangeRow> ranges;
  std::vector<OsCallRow> os_calls;
};

// Global ids, and which threads a process has: the first has the pid as its id.
constexpr int kThreads = 3;
int64_t pid_of(int64_t process);
int64_t global_pid(int64_t process);
int64_t global_tid(int64_t process, int thread);
const char* thread_name(int thread);
// The GPUs of a process; those of all processes are all devices, one GPU may be shared.
std::vector<uint32_t> devices_of(const WorkloadOptions& options, int64_t process);
std::vector<uint32_t> streams(const WorkloadOptions& options);

// One process. The same options give the same rows; for one thread.
class ProcessWorkload {
 public:
  ProcessWorkload(const WorkloadOptions& options, int64_t process);
  ~ProcessWorkload();
  ProcessWorkload(ProcessWorkload&&) noexcept;
  ProcessWorkload& operator=(ProcessWorkload&&) noexcept;
  // Adds the events of the next training step; false when there is none left.
  bool step(Rows& rows);
  // Nothing that a later step adds starts or ends before this.
  int64_t clock() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nsys_ai::bench

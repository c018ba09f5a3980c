// What a sketch says once repetition is unrolled and defaults are filled in: plain rows, times in ns.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nsys_ai::sketch {

struct Thread {
  int64_t tid = 0;
  std::string name{};
};

// What a process calls a device, and the slice of the GPU that it has, if any.
struct CudaDevice {
  int64_t gpu = 0;
  std::string uuid{};
  int64_t sms = -1;
};

// Threads are numbered from 1 (the main thread, whose tid is the pid); correlation ids restart in each
// process.
struct Process {
  int64_t pid = 0;
  int64_t host = 0;  // the hardware in its ids
  std::string name{};
  std::map<int64_t, Thread> threads{};
  std::map<int64_t, CudaDevice> cuda_devices{};
  int64_t next_correlation = 1;
};

struct Device {
  int64_t id = 0;
  std::string name{}, uuid{}, bus{};
  int64_t sms = 0, memory = 0, bandwidth = 0, clock = 0;
  int64_t compute_major = 0, compute_minor = 0;
};

struct Synchronization {
  int64_t type = 0, context = 1, stream = 0;
};

// A CUDA API call.
struct Call {
  size_t process = 0;
  int64_t tid = 0;
  std::string name{};
  int64_t start = 0, end = 0;
  std::optional<int64_t> correlation{};
  int64_t event_class = 0, return_value = 0;
  bool backtrace = false;
  std::optional<int64_t> chain{};
  std::optional<Synchronization> synchronization{};
};

enum class OperationKind { kernel, copy, set, graph };

// What runs on a device. The fields of the other kinds keep their defaults.
struct Operation {
  OperationKind kind = OperationKind::kernel;
  size_t process = 0;
  int64_t device = 0, context = 1, stream = 0;
  int64_t start = 0, end = 0;
  std::optional<int64_t> correlation{}, graph_id{}, graph_node{};
  std::string demangled{}, short_name{}, mangled{};
  std::array<int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  int64_t registers = 32, static_shared = 0, dynamic_shared = 0, local = 0;
  int64_t copy_kind = 0, source_kind = 0, target_kind = 0;
  std::optional<int64_t> source_device{}, target_device{};
  int64_t bytes = 0, set_value = 0, memory_kind = 2;
};

enum NvtxType : int64_t { kCategory = 33, kMark = 34, kPushPop = 59, kStartEnd = 60, kDomain = 75 };

struct NvtxEvent {
  size_t process = 0;
  int64_t tid = 0, type = kPushPop, start = 0;
  std::optional<int64_t> end{}, end_tid{}, range_id{}, category{}, color{};
  int64_t domain = 0;
  std::string text{};
  bool registered = false;
  std::variant<std::monostate, int64_t, double> payload{};
  std::optional<std::string> json{}, blob{};
};

// How the binary data of a domain's events is laid out.
struct PayloadEntry {
  std::string name{};
  int64_t type = 0;
  std::optional<int64_t> offset{};
};
struct PayloadSchema {
  int64_t id = 0, domain = 0, size = 0;
  std::vector<PayloadEntry> entries{};
};

struct Frame {
  std::string symbol{}, module{};
  bool unresolved = false;
};

// What a CPU was seen to run.
struct Sample {
  size_t process = 0;
  int64_t tid = 0, time = 0, cycles = 1;
  std::optional<int64_t> chain{};
};

// A call of the operating system's runtime, or time that the profiler itself took.
struct HostEvent {
  bool overhead = false;
  size_t process = 0;
  int64_t tid = 0;
  std::string name{};
  int64_t start = 0, end = 0;
};

// What a line asks of the file's layout, with the line's number for the error message.
struct Edit {
  int line = 0;
  std::string table{}, column{}, text{};
};

struct Sketch {
  std::string version{};
  int64_t session_start = 1'767'225'600'000'000'000;
  std::optional<int64_t> duration{};
  std::vector<Process> processes{};
  std::vector<Device> devices{};
  std::vector<Operation> operations{};
  std::vector<Call> calls{};
  std::vector<NvtxEvent> nvtx{};
  std::vector<HostEvent> host_events{};
  std::map<int64_t, std::vector<Frame>> chains{};
  std::vector<Sample> samples{};
  std::vector<PayloadSchema> schemas{};
  std::vector<std::string> strings{};
  std::vector<Edit> metadata{}, without{}, empty{}, without_column{}, sql{};
  bool loose = false;
};

// Throws std::runtime_error beginning "line N: ".
Sketch parse(const std::string& text);

}  // namespace nsys_ai::sketch

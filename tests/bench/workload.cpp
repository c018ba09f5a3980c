// Simulates one process: threads that open ranges and make calls, streams that run what was launched.
#include "tests/bench/workload.h"

#include <algorithm>
#include <array>

#include "tests/bench/random.h"

namespace nsys_ai::bench {
namespace {

constexpr int64_t kWorkloadVirtualMachine = int64_t{1} << 48;
constexpr int64_t kFirstPid = 4242, kPidStep = 61;
// Beyond so many processes their numbers stand closer, since a pid has 24 bits.
constexpr int64_t kSpreadPids = 4096, kCloserStep = 15;
constexpr int64_t kMaxStepUnits = 3000, kMinSteps = 8;
// A full launch queue makes the next launch wait.
constexpr int64_t kQueueNs = 20'000'000;
constexpr int64_t kCollectiveEvery = 250;
constexpr uint32_t kFirstInstance = 314'000;

enum ThreadRole { kMain, kBackward, kWorker };
// Places among the streams; those after them are for kernels beside the main ones, as the second is.
enum StreamRole : size_t { kCompute, kSecondCompute, kCopy, kCommunication, kStreamRoles };
constexpr uint8_t kHostToDevice = 1, kDeviceToHost = 2, kDeviceToDevice = 8;

int64_t part(int64_t total, int64_t index, int64_t count) {
  return total * (index + 1) / count - total * index / count;
}

struct HostThread {
  int64_t id = 0;
  int64_t now = 0;
  std::vector<RangeRow> open;
};

struct Gpu {
  uint32_t ordinal = 0;
  std::vector<int64_t> ready;  // by stream: when it has done what it was given
};

}  // namespace

struct ProcessWorkload::State {
  State(const WorkloadOptions& options, int64_t index);

  int64_t due(int64_t total) const { return part(total, unit, units); }
  void unit_of_work(Rows& rows, double phase);
  void open_range(Rows& rows, HostThread& thread, bool collective);
  void close_range(Rows& rows, HostThread& thread);
  void worker_range(Rows& rows);
  RangeRow new_range(int64_t start, const HostThread& thread, Level level);
  CallRow& call(Rows& rows, HostThread& thread, Api api, int64_t length);
  void other_call(Rows& rows, HostThread& thread);
  void launch(Rows& rows, HostThread& thread, bool collective);
  void copy(Rows& rows, HostThread& thread);
  void memset(Rows& rows, HostThread& thread);
  void os_call(Rows& rows);
  size_t kernel_stream(bool collective);
  OperationRow operation(const CallRow& call, size_t stream, int64_t length);
  Gpu& gpu() { return gpus[static_cast<size_t>(unit / 64) % gpus.size()]; }

  Counts counts;  // of this process
  int64_t other_calls = 0;
  int64_t depth;
  double instance_share;
  bool far_ids;
  uint32_t process;
  Random random;
  std::array<HostThread, kThreads> threads;
  std::vector<Gpu> gpus;
  std::vector<KernelName> kernels = kernel_names();
  std::vector<KernelName> collectives = collective_names();
  std::vector<uint16_t> labels;  // by Level: how many
  int64_t units, unit = 0;       // a unit starts at most one kernel
  int64_t step_units;
  int64_t clock = kCaptureStartNs;
  bool synchronize = false;  // at the next call that may
  uint32_t correlation = 100, grids = 0;
  uint32_t instance = kFirstInstance, instance_step = 1;
  std::vector<uint32_t> stream_ids;
};

ProcessWorkload::State::State(const WorkloadOptions& options, int64_t index)
    : depth(options.nvtx_depth),
      instance_share(options.instance_share),
      far_ids(options.far_ids),
      process(static_cast<uint32_t>(index)),
      random(options.seed * 1'000'003 + static_cast<uint64_t>(index)),
      stream_ids(streams(options)) {
  if (options.label_style != LabelStyle::operation) {
    instance += static_cast<uint32_t>(index);
    instance_step = static_cast<uint32_t>(options.processes);
  }
  const auto mine = [&](int64_t total) { return part(total, index, options.processes); };
  const Counts& all = options.counts;
  // The calls that start nothing are parted by themselves, so that no process is short of any.
  other_calls = mine(all.calls - all.kernels - all.copies - all.memsets);
  counts = {mine(all.kernels), 0, mine(all.nvtx), mine(all.copies), mine(all.memsets), mine(all.os_calls)};
  counts.calls = counts.kernels + counts.copies + counts.memsets + other_calls;
  for (int thread = 0; thread < kThreads; ++thread)
    threads[static_cast<size_t>(thread)].id = global_tid(index, thread);
  for (const uint32_t device : devices_of(options, index))
    gpus.push_back({.ordinal = device, .ready = std::vector<int64_t>(stream_ids.size())});
  for (const auto& level : range_labels()) labels.push_back(static_cast<uint16_t>(level.size()));
  units =
      counts.kernels > 0
          ? counts.kernels
          : std::max({int64_t{1}, other_calls, counts.nvtx, counts.copies, counts.memsets, counts.os_calls});
  step_units = std::clamp(units / kMinSteps, int64_t{1}, kMaxStepUnits);
}

void ProcessWorkload::State::unit_of_work(Rows& rows, double phase) {
  HostThread& thread = threads[phase >= 0.35 && phase < 0.8 ? kBackward : kMain];
  thread.now = std::max(thread.now, threads[&thread == &threads[kMain] ? kBackward : kMain].now);
  const bool collective = &thread == &threads[kBackward] && unit % kCollectiveEvery == 0;
  for (int64_t i = due(counts.nvtx); i > 0; --i) {
    if (random.below(24) == 0)
      worker_range(rows);
    else
      open_range(rows, thread, collective && i == 1);
  }
  for (int64_t i = due(other_calls); i > 0; --i) other_call(rows, thread);
  for (int64_t i = due(counts.copies); i > 0; --i) copy(rows, thread);
  for (int64_t i = due(counts.memsets); i > 0; --i) memset(rows, thread);
  for (int64_t i = due(counts.kernels); i > 0; --i) launch(rows, thread, collective);
  for (int64_t i = due(counts.os_calls); i > 0; --i) os_call(rows);
}

RangeRow ProcessWorkload::State::new_range(int64_t start, const HostThread& thread, Level level) {
  return {.start = start,
          .end = start,
          .thread = thread.id,
          .instance = random.unit() < instance_share ? instance += instance_step : 0,
          .level = level,
          .label = static_cast<uint16_t>(random.below(labels[level])),
          .domain = static_cast<uint16_t>(level == kCollective ? 1 : 0)};
}

// Most ranges are siblings at the deepest level; now and then an outer one ends first.
void ProcessWorkload::State::open_range(Rows& rows, HostThread& thread, bool collective) {
  const auto open = [&] { return static_cast<int64_t>(thread.open.size()); };
  while (open() >= depth || (open() > 1 && random.below(4) == 0)) close_range(rows, thread);
  thread.now += random.between(300, 900);
  Level level = open() == depth - 1 ? kOperation : static_cast<Level>(std::min<int64_t>(open(), kModule));
  if (collective) level = kCollective;
  thread.open.push_back(new_range(thread.now, thread, level));
}

void ProcessWorkload::State::close_range(Rows& rows, HostThread& thread) {
  thread.now += random.between(150, 500);
  rows.ranges.push_back(thread.open.back());
  rows.ranges.back().end = thread.now;
  thread.open.pop_back();
}

void ProcessWorkload::State::worker_range(Rows& rows) {
  HostThread& worker = threads[kWorker];
  worker.now += random.between(500, 4'000);
  RangeRow range = new_range(worker.now, worker, kLoader);
  range.end = worker.now += random.between(2'000, 30'000);
  rows.ranges.push_back(range);
}

CallRow& ProcessWorkload::State::call(Rows& rows, HostThread& thread, Api api, int64_t length) {
  thread.now += random.between(200, 1'400);
  constexpr uint32_t kFar = 1U << 31;
  correlation += 1 + static_cast<uint32_t>(random.below(2));
  rows.calls.push_back({.start = thread.now,
                        .end = thread.now + length,
                        .thread = thread.id,
                        .correlation = far_ids && correlation % 2 != 0 ? correlation + kFar : correlation,
                        .api = static_cast<uint16_t>(api)});
  thread.now += length;
  return rows.calls.back();
}

void ProcessWorkload::State::other_call(Rows& rows, HostThread& thread) {
  if (!synchronize) {
    const auto names = static_cast<int64_t>(api_names().size());
    call(rows, thread, static_cast<Api>(random.between(kFirstOther, names - 1)), random.between(300, 1'500));
    return;
  }
  synchronize = false;
  const auto& ready = gpu().ready;
  const int64_t drained = *std::max_element(ready.begin(), ready.end());
  call(rows, thread, kStreamSynchronize, std::max<int64_t>(2'000, drained - thread.now));
}

size_t ProcessWorkload::State::kernel_stream(bool collective) {
  if (collective) return kCommunication;
  if (random.below(12) != 0) return kCompute;
  const auto further = static_cast<int64_t>(stream_ids.size() - kStreamRoles);
  const int64_t which = further > 0 ? random.below(further + 1) : 0;
  return which == 0 ? kSecondCompute : kStreamRoles - 1 + static_cast<size_t>(which);
}

OperationRow ProcessWorkload::State::operation(const CallRow& call, size_t stream, int64_t length) {
  Gpu& device = gpu();
  int64_t& ready = device.ready[stream];
  const int64_t start = std::max(call.end + random.below(1'500), ready + random.between(600, 1'200));
  ready = start + length;
  return {.start = start,
          .end = ready,
          .correlation = call.correlation,
          .process = process,
          .device = device.ordinal,
          .context = device.ordinal + 1,
          .stream = stream_ids[stream]};
}

void ProcessWorkload::State::launch(Rows& rows, HostThread& thread, bool collective) {
  const double skewed = random.unit() * random.unit();
  const size_t which = collective
                           ? static_cast<size_t>(random.below(static_cast<int64_t>(collectives.size())))
                           : static_cast<size_t>(skewed * static_cast<double>(kernels.size()));
  const KernelName& name = collective ? collectives[which] : kernels[which];
  const size_t stream = kernel_stream(collective);
  const int64_t queued = gpu().ready[stream] - thread.now - kQueueNs;
  const int64_t usual = random.below(64) == 0 ? random.between(15'000, 60'000) : random.between(2'600, 6'500);
  const CallRow& launched = call(rows, thread,
                                 collective    ? kLaunchCollective
                                 : name.driver ? kLaunchDriver
                                               : kLaunch,
                                 std::max(usual, queued));
  // Gradients are reduced once they are computed, beside the kernels that come after.
  if (collective) gpu().ready[stream] = std::max(gpu().ready[stream], gpu().ready[kCompute]);
  const int64_t length = name.typical_ns * random.between(80, 125) / 100;
  rows.kernels.push_back({operation(launched, stream, length),
                          static_cast<uint32_t>(which + (collective ? kernels.size() : 0)),
                          collective ? 24u : static_cast<uint32_t>(132u << (which % 8)), ++grids});
}

void ProcessWorkload::State::copy(Rows& rows, HostThread& thread) {
  const CallRow& called = call(rows, thread, kMemcpy, random.between(3'000, 9'000));
  const int64_t turn = random.below(4);
  const uint8_t kind = turn == 0 ? kDeviceToHost : turn == 1 ? kDeviceToDevice : kHostToDevice;
  const int64_t bytes =
      kind == kDeviceToHost ? int64_t{4} << random.below(12) : int64_t{512} << random.below(14);
  const int64_t bytes_per_us = kind == kDeviceToDevice ? 1'400'000 : 24'000;
  rows.copies.push_back({operation(called, kind == kHostToDevice ? kCopy : kCompute,
                                   1'000 + bytes * 1'000 / bytes_per_us + random.below(200)),
                         bytes, kind});
}

void ProcessWorkload::State::memset(Rows& rows, HostThread& thread) {
  const CallRow& called = call(rows, thread, kMemset, random.between(2'500, 5'000));
  const int64_t bytes = int64_t{4} << random.below(20);
  rows.memsets.push_back({operation(called, kCompute, 700 + bytes / 2'000 + random.below(100)), bytes});
}

void ProcessWorkload::State::os_call(Rows& rows) {
  HostThread& worker = threads[kWorker];
  const int64_t start = worker.now + random.between(500, 3'000);
  worker.now = start + random.between(1'000, 20'000);
  const auto names = static_cast<int64_t>(os_call_names().size());
  rows.os_calls.push_back({start, worker.now, worker.id, static_cast<uint16_t>(random.below(names))});
}

ProcessWorkload::ProcessWorkload(const WorkloadOptions& options, int64_t process)
    : state_(std::make_unique<State>(options, process)) {}
ProcessWorkload::~ProcessWorkload() = default;
ProcessWorkload::ProcessWorkload(ProcessWorkload&&) noexcept = default;
ProcessWorkload& ProcessWorkload::operator=(ProcessWorkload&&) noexcept = default;

int64_t ProcessWorkload::clock() const { return state_->clock; }

bool ProcessWorkload::step(Rows& rows) {
  State& state = *state_;
  if (state.unit == state.units) return false;
  // Steps wait for their batch, each for another time: the GPU idles.
  for (HostThread& thread : state.threads) thread.now = state.clock;
  state.threads[kMain].now += state.random.between(500'000, 6'000'000);
  const int64_t units = std::min(state.step_units, state.units - state.unit);
  for (int64_t i = 0; i < units; ++i, ++state.unit)
    state.unit_of_work(rows, static_cast<double>(i) / static_cast<double>(units));
  for (HostThread& thread : state.threads) {
    while (!thread.open.empty()) state.close_range(rows, thread);
    state.clock = std::max(state.clock, thread.now);
  }
  state.synchronize = true;
  return true;
}

int64_t pid_of(int64_t process) {
  const int64_t spread = std::min(process, kSpreadPids);
  return kFirstPid + spread * kPidStep + (process - spread) * kCloserStep;
}
int64_t global_pid(int64_t process) { return kWorkloadVirtualMachine | pid_of(process) << 24; }
int64_t global_tid(int64_t process, int thread) {
  return global_pid(process) | (pid_of(process) + int64_t{thread} * 7);
}
const char* thread_name(int thread) {
  constexpr const char* kNames[] = {"python", "pt_autograd_0", "pt_data_worker"};
  return kNames[thread];
}

std::vector<uint32_t> devices_of(const WorkloadOptions& options, int64_t process) {
  std::vector<uint32_t> devices;
  for (int64_t device = process % options.devices; device < options.devices; device += options.processes)
    devices.push_back(static_cast<uint32_t>(device));
  return devices;
}

std::vector<uint32_t> streams(const WorkloadOptions& options) {
  std::vector<uint32_t> ids = {7, 13, 17, 21};
  while (std::ssize(ids) < options.streams) ids.push_back(ids.back() + 4);
  return ids;
}

}  // namespace nsys_ai::bench

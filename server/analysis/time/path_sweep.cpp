// Each graph node stores the composition of its longest path, and how much earlier it would be without each
// class, so neither a graph nor backtracking is needed. Only threads, streams, queued launches and the latest
// finished operations are kept.
#include "analysis/time/path_sweep.h"

#include <algorithm>
#include <array>
#include <span>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/path_events.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kAbsent = PathCalls::kNone;
constexpr int64_t kNever = INT64_MIN;
// A blocking call searches this many operations that ended last for the operation that it waited for.
constexpr size_t kLookBack = 64;

// The longest path to a node.
struct Moment {
  int64_t time = 0;
  std::array<int64_t, kPathClasses> on_path{};  // adds up to the time since the beginning
  // Indexed by class: how much earlier it would be if the class took no time.
  std::array<int64_t, kPathClasses> sooner{};

  void pass(int64_t until, PathClass of) {
    const int64_t more = until - time;
    on_path[static_cast<size_t>(of)] += more;
    sooner[static_cast<size_t>(of)] += more;
    time = until;
  }
};

struct Dependency {
  const Moment* on;
  PathClass of;
};

// The latest dependency determines the path; of equal ones the first listed, or the last one where no time
// passes after it.
void reach(Moment& to, int64_t time, std::span<const Dependency> dependencies) {
  const Dependency* last = &dependencies[0];
  for (const Dependency& of : dependencies.subspan(1))
    if (of.on->time > last->on->time || of.on->time == time) last = &of;
  to = *last->on;
  to.pass(time, last->of);
  for (const Dependency& of : dependencies) {
    if (&of == last) continue;
    const int64_t slack = time - of.on->time;
    for (size_t i = 0; i < kPathClasses; ++i) to.sooner[i] = std::min(to.sooner[i], of.on->sooner[i] + slack);
  }
}

class PathSweep {
 public:
  PathSweep(const Profile& profile, const Scope& scope, ProcessIx process, const PathCalls& path_calls)
      : profile_(profile),
        scope_(scope),
        process_(process),
        path_calls_(path_calls),
        calls_(profile.calls()),
        kinds_(profile.derived(build_call_kinds)),
        launches_(profile.derived(build_launches)),
        numbers_(profile),
        families_(profile.derived(build_kernel_families)),
        launch_of_(path_calls.of_process[process], 0),
        streams_(path_calls.streams_of_process[process]) {}

  std::optional<CriticalPath> sweep(const CancelToken& cancel) {
    constexpr uint32_t kEventsBetweenLooks = 1 << 14;
    add_lanes();
    if (queue_.empty()) return std::nullopt;
    for (uint32_t events = 0; !queue_.empty(); ++events) {
      if (events % kEventsBetweenLooks == 0 && cancel.cancelled()) return std::nullopt;
      const Event event = queue_.first();
      switch (event.kind()) {
        case EventKind::operation_end:
          queue_.drop_first();
          end_operation(event.lane);
          break;
        case EventKind::call_end:
          end_call(threads_[event.lane]);
          continue_thread(event.lane);
          break;
        case EventKind::call_start:
          start_call(threads_[event.lane]);
          continue_thread(event.lane);
          break;
        case EventKind::operation_start:
          start_operation(event.lane);
          break;
      }
    }
    return CriticalPath{process_, last_.time - begin_.time, last_.on_path, without_};
  }

 private:
  // A thread has one open call at a time: nested calls are part of it.
  struct ThreadLane {
    std::span<const uint32_t> calls;
    size_t next = 0;
    Interval call{kNever, kNever};
    PathClass of = PathClass::call;
    bool blocks = false;
    bool open = false;
    int64_t last_wait = kNever;  // when it last made a stream wait for an event
    Moment now{};                // start of the open call, otherwise end of the last
  };
  struct DeviceLane {
    std::span<const uint32_t> operations;
    size_t next = 0;
    Interval time{};  // of the next call
  };
  // A call with operations that have not begun yet.
  struct Launch {
    Moment start{};
    int64_t last_wait = kNever;
    uint32_t left = 0;  // number of these operations
  };
  struct Operation {
    Moment moment{};  // its start, later its end
    int64_t end = 0;
    int64_t launched_at = kNever;
    PathClass of = PathClass::compute;
    uint8_t users = 0;  // references: its stream, and the queue of ends or the list of latest ended ones
  };
  struct Stream {
    uint32_t last = kAbsent;  // index in operations_
    int64_t launched = kNever;
  };

  void add_lanes() {
    int64_t first = INT64_MAX;
    for (const uint32_t thread : path_calls_.threads_of_process[process_]) {
      const auto& calls = path_calls_.of_thread[thread];
      threads_.push_back({calls});
      first = std::min(first, scope_.clip(calls_.interval(calls.front()))->start);
      int64_t covered_to = kNever;
      for (const uint32_t call : calls) {
        const Interval time = *scope_.clip(calls_.interval(call));
        if (time.start >= covered_to) covered_to = time.end;
      }
      until_ = std::max(until_, covered_to);
    }
    for (const DeviceIx device : path_calls_.devices_of_process[process_]) {
      DeviceLane lane{profile_.derived(build_operation_order).of_device[device]};
      count_launched(lane);
      if (!find_next(lane)) continue;
      first = std::min(first, lane.time.start);
      devices_.push_back(lane);
    }
    begin_.time = first;
    for (uint32_t i = 0; i < threads_.size(); ++i) {
      threads_[i].now = begin_;
      queue_.push(next_call(i));
    }
    for (uint32_t i = 0; i < devices_.size(); ++i) queue_.push(next_operation(i));
  }

  // Until its call begins, `launch_of_` holds the number of operations in scope that the call launched.
  void count_launched(const DeviceLane& lane) {
    for (const uint32_t number : lane.operations) {
      const auto operation = numbers_[number];
      const auto inside = scope_.clip(numbers_.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      until_ = std::max(until_, inside->end);
      if (const uint32_t call = call_of(operation); call != kAbsent) ++launch_of_[path_calls_.number[call]];
    }
  }

  Stream& stream_of(OperationNumbers::Operation operation) {
    return streams_[path_calls_.stream_number[numbers_.family(operation.kind).stream[operation.at]]];
  }

  // The launch call, if it overlaps the scope.
  uint32_t call_of(OperationNumbers::Operation operation) const {
    const uint32_t call = links_of(launches_, operation.kind)[operation.at];
    return call != Launches::kNoCall && path_calls_.number[call] != kAbsent ? call : kAbsent;
  }

  bool find_next(DeviceLane& lane) const {
    for (; lane.next < lane.operations.size(); ++lane.next) {
      const auto operation = numbers_[lane.operations[lane.next]];
      const auto inside = scope_.clip(numbers_.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      lane.time = *inside;
      return true;
    }
    return false;
  }

  Event next_call(uint32_t lane) const {
    const ThreadLane& thread = threads_[lane];
    const int64_t start = scope_.clip(calls_.interval(thread.calls[thread.next]))->start;
    return Event::make(start, EventKind::call_start, lane, 0, lane);
  }
  Event next_operation(uint32_t lane) const {
    return Event::make(devices_[lane].time.start, EventKind::operation_start, lane, 0, lane);
  }

  // Replaces the thread's event by its next one.
  void continue_thread(uint32_t lane) {
    const ThreadLane& thread = threads_[lane];
    const bool more = thread.next < thread.calls.size();
    if (!more && !thread.open) return queue_.drop_first();
    const Event start = more ? next_call(lane) : Event{};
    if (more && (!thread.open || start.time < thread.call.end)) return queue_.replace_first(start);
    queue_.replace_first(Event::make(thread.call.end, EventKind::call_end, lane, 0, lane));
  }

  void start_call(ThreadLane& thread) {
    const uint32_t call = thread.calls[thread.next++];
    if (!thread.open) {
      const CallKind kind = kinds_.of(calls_, call);
      thread.call = *scope_.clip(calls_.interval(call));
      thread.blocks = kind.blocks();
      thread.of = kind.blocks() ? PathClass::sync : kind.launches() ? PathClass::launch : PathClass::call;
      if (kind.role == CallRole::wait_event) thread.last_wait = thread.call.start;
      thread.now.pass(thread.call.start, PathClass::host);
      thread.open = true;
    }
    uint32_t& launch = launch_of_[path_calls_.number[call]];
    if (launch > 0) {
      const uint32_t place = queued_.acquire();
      queued_[place] = {thread.now, thread.last_wait, launch};
      launch = place;
    }
    if (thread.call.empty()) end_call(thread);
  }

  void end_call(ThreadLane& thread) {
    const Moment* waited = thread.blocks ? waited_for(thread) : nullptr;
    if (waited) {
      Moment end;
      reach(end, thread.call.end,
            std::array{Dependency{waited, PathClass::sync}, Dependency{&thread.now, PathClass::sync}});
      thread.now = end;
    } else {
      thread.now.pass(thread.call.end, thread.of);
    }
    thread.open = false;
    note_end(thread.now);
  }

  // The operation that ended last inside a blocking call, among those launched before the call or by it.
  const Moment* waited_for(const ThreadLane& thread) {
    for (size_t back = 1; back <= std::min(kLookBack, ended_); ++back) {
      const Operation& operation = operations_[last_ended_[(ended_ - back) % kLookBack]];
      if (operation.end <= thread.call.start) return nullptr;
      if (operation.launched_at <= thread.call.start) return &operation.moment;
    }
    return nullptr;
  }

  void start_operation(uint32_t lane) {
    DeviceLane& device = devices_[lane];
    const auto which = numbers_[device.operations[device.next]];
    const Interval time = device.time;
    const auto at = static_cast<uint32_t>(device.next++);
    if (find_next(device))
      queue_.replace_first(next_operation(lane));
    else
      queue_.drop_first();

    const uint32_t place = operations_.acquire();
    Operation& operation = operations_[place];
    operation.end = time.end;
    operation.of = class_of(which);
    operation.users = 2;
    const uint32_t call = links_of(launches_, which.kind)[which.at];
    operation.launched_at = call == Launches::kNoCall ? kNever : calls_.start[call];
    link(operation, time.start, call_of(which), stream_of(which));

    Stream& stream = stream_of(which);
    if (stream.last != kAbsent) drop(stream.last);
    stream.last = place;
    if (time.empty())
      end_operation(place);
    else
      queue_.push(Event::make(time.end, EventKind::operation_end, lane, at, place));
  }

  PathClass class_of(OperationNumbers::Operation operation) const {
    switch (operation.kind) {
      case OperationNumbers::kernel:
        return families_.of(profile_.kernels().name(operation.at)) == KernelFamily::communication
                   ? PathClass::communication
                   : PathClass::compute;
      case OperationNumbers::copy:
        return PathClass::copy;
      case OperationNumbers::memset:
        return PathClass::memset;
      case OperationNumbers::graph_run:
        return PathClass::graph;
    }
    return PathClass::compute;
  }

  // The launch is listed first: where all dependencies have the same time, the host's is the later one.
  void link(Operation& operation, int64_t start, uint32_t call, Stream& stream) {
    std::array<Dependency, 3> dependencies{};
    size_t count = 0;
    const PathClass waiting = call != kAbsent ? PathClass::queue : PathClass::unknown;
    // Host and GPU clocks can differ, so an operation may begin before its call does.
    const bool called = call != kAbsent && scope_.clip(calls_.interval(call))->start <= start;
    const uint32_t launch = called ? launch_of_[path_calls_.number[call]] : kAbsent;
    const Operation* before = stream.last == kAbsent ? nullptr : &operations_[stream.last];
    if (called) dependencies[count++] = {&queued_[launch].start, PathClass::launch};
    if (before && before->end <= start) dependencies[count++] = {&before->moment, waiting};
    if (called)
      if (const Moment* event = waited_by_stream(queued_[launch], before, stream.launched))
        dependencies[count++] = {event, waiting};
    if (count == 0) dependencies[count++] = {&begin_, PathClass::unknown};
    reach(operation.moment, start, std::span(dependencies).first(count));

    stream.launched = called ? queued_[launch].start.time : kNever;
    if (called && --queued_[launch].left == 0) queued_.release(launch);
    if (call != kAbsent && !called) --launch_of_[path_calls_.number[call]];
  }

  // An operation that this one may have waited for on another stream: the thread made a stream wait for an
  // event since the previous launch on this stream.
  const Moment* waited_by_stream(const Launch& launch, const Operation* before, int64_t since) {
    if (launch.last_wait == kNever || launch.last_wait < since || ended_ == 0) return nullptr;
    const int64_t met = std::max(launch.start.time, before ? before->end : kNever);
    const Operation& last = operations_[last_ended_[(ended_ - 1) % kLookBack]];
    return last.end > met ? &last.moment : nullptr;
  }

  void end_operation(uint32_t place) {
    Operation& operation = operations_[place];
    operation.moment.pass(operation.end, operation.of);
    note_end(operation.moment);
    uint32_t& oldest = last_ended_[ended_ % kLookBack];
    if (ended_ >= kLookBack) drop(oldest);
    oldest = place;
    ++ended_;
  }

  void drop(uint32_t place) {
    if (--operations_[place].users == 0) operations_.release(place);
  }

  // A path ends where nothing depends on it; its end is never earlier than any node before it.
  void note_end(const Moment& end) {
    const int64_t length = end.time - begin_.time;
    for (size_t of = 0; of < kPathClasses; ++of)
      without_[of] = std::max(without_[of], length - end.sooner[of]);
    if (end.time != until_ || complete_) return;
    last_ = end;
    complete_ = true;
  }

  const Profile& profile_;
  const Scope& scope_;
  const ProcessIx process_;
  const PathCalls& path_calls_;
  const Calls& calls_;
  const CallKinds& kinds_;
  const Launches& launches_;
  const OperationNumbers numbers_;
  const KernelFamilies& families_;
  std::vector<uint32_t> launch_of_;        // by PathCalls::number: index in queued_, once the call has begun
  std::vector<Stream> streams_;
  std::vector<ThreadLane> threads_;
  std::vector<DeviceLane> devices_;
  EventQueue queue_;
  SlotPool<Launch> queued_;
  SlotPool<Operation> operations_;
  std::array<uint32_t, kLookBack> last_ended_{};  // in operations_, used as a ring
  size_t ended_ = 0;
  Moment begin_;
  int64_t until_ = kNever;  // the latest end of all
  Moment last_;             // the first node with that time
  bool complete_ = false;
  std::array<int64_t, kPathClasses> without_{};
};

}  // namespace

std::optional<CriticalPath> sweep_path(const Profile& profile, const Scope& scope, ProcessIx process,
                                       const PathCalls& calls, const CancelToken& cancel) {
  return PathSweep(profile, scope, process, calls).sweep(cancel);
}

}  // namespace nsys_ai

// Searches the few calls around a time, and backwards through the operations of each device.
#include "analysis/host/waiting_calls.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "analysis/host/api_calls.h"
#include "analysis/time/idle.h"
#include "base/context.h"
#include "profile/families/family_gpu.h"

namespace nsys_ai {
namespace {

// A runtime call and the driver call inside it both block.
constexpr size_t kNested = 4;
// Limits the search on streams where nothing runs any more.
constexpr size_t kMostOperations = 100'000;

// The streams that synchronisations wait for, keyed by process and correlation id.
using WaitedStreams = std::unordered_map<uint64_t, StreamIx>;

uint64_t call_key(ProcessIx process, uint32_t correlation) {
  return uint64_t{process.value} << 32U | correlation;
}

Result<WaitedStreams> waited_streams(const Profile& profile, const Work& work) {
  const auto syncs = profile.events<Synchronizations>(work);
  if (!syncs) return tl::unexpected(syncs.error());
  WaitedStreams streams;
  const Synchronizations& of = **syncs;
  ThrottledCheck check;
  for (size_t i = 0; i < of.size(); check(), ++i) {
    if (of.kind[i] != Synchronizations::stream_wait) continue;
    const EventPlace& place = of.places[of.place[i]];
    const ProcessIx process = of.processes[place.process].process;
    if (process.exists() && place.queue.exists())
      streams.insert_or_assign(call_key(process, of.correlation[i]), place.queue);
  }
  return streams;
}

// Whether a call can have waited for an operation, judged by its launch and stream.
bool can_wait(const Profile& profile, const WaitingCalls::Wait& wait,
              OperationNumbers::Operation operation) {
  const Operations& of = OperationNumbers(profile).family(operation.kind);
  if (wait.stream.exists() && wait.stream != StreamIx(of.stream[operation.at])) return false;
  const uint32_t launch = launch_of(profile.derived(build_launches), operation);
  const Calls& calls = profile.calls();
  return launch == Launches::kNoCall || launch == wait.call || calls.end(launch) <= calls.start[wait.call];
}

// Searches one device backwards from the end of the call: on each stream only the operation that ended last
// matters, if it ended inside the call.
void find_last(const Profile& profile, DeviceIx device, const WaitingCalls::Wait& wait, int64_t& latest,
               std::optional<OperationNumbers::Operation>& found) {
  const OperationNumbers numbers(profile);
  const Interval call = profile.calls().interval(wait.call);
  const auto& order = profile.derived(build_operation_order).of_device[device];
  const auto time_of = [&](uint32_t number) {
    return numbers.family(numbers[number].kind).interval(numbers[number].at);
  };
  auto at = std::partition_point(order.begin(), order.end(),
                                 [&](uint32_t number) { return time_of(number).start < call.end; });
  size_t streams = 0;
  for (const Stream& stream : profile.streams()) streams += stream.device == device ? 1 : 0;
  std::set<uint32_t> done;
  for (size_t steps = 0; at != order.begin() && done.size() < streams && steps < kMostOperations; ++steps) {
    const uint32_t number = *--at;
    const auto operation = numbers[number];
    const Interval time = time_of(number);
    const uint32_t stream = StreamIx(numbers.family(operation.kind).stream[operation.at]).value;
    if (time.end <= call.start) {
      done.insert(stream);
    } else if (time.end <= call.end && can_wait(profile, wait, operation)) {
      done.insert(stream);
      if (found && time.end <= latest) continue;
      latest = time.end;
      found = operation;
    }
  }
}

}  // namespace

Result<WaitingCalls> make_waiting_calls(const Profile& profile, const Work& work) {
  return cancellable(work, [&]() -> Result<WaitingCalls> {
    const auto streams = waited_streams(profile, work);
    if (!streams) return tl::unexpected(streams.error());
    const Calls& calls = profile.calls();
    const CallKinds& kinds = profile.derived(build_call_kinds);
    WaitingCalls all;
    all.of_thread.resize(profile.threads().size());
    all.threads_of_process.resize(profile.processes().size());
    ThrottledCheck check;
    for (uint32_t i = 0; i < calls.size(); check(), ++i) {
      if (!kinds.of(calls, i).blocks() || !is_own_call(calls, i)) continue;
      const ThreadIx thread = calls.thread[i];
      const ProcessIx process = profile.threads()[thread].process;
      const auto stream = streams->find(call_key(process, calls.correlation[i]));
      if (all.of_thread[thread].empty()) all.threads_of_process[process].push_back(thread);
      all.of_thread[thread].push_back({i, stream == streams->end() ? StreamIx::none() : stream->second});
    }
    const auto earlier = [&](const WaitingCalls::Wait& a, const WaitingCalls::Wait& b) {
      return std::pair(calls.start[a.call], a.call) < std::pair(calls.start[b.call], b.call);
    };
    for (auto& thread : all.of_thread) std::sort(thread.begin(), thread.end(), earlier);
    return all;
  });
}

Result<uint32_t> waiting_call(const Profile& profile, OperationNumbers::Operation operation,
                              const Work& work) {
  const auto waits = profile.made(make_waiting_calls, work);
  if (!waits) return tl::unexpected(waits.error());
  const Operations& of = OperationNumbers(profile).family(operation.kind);
  const int64_t end = of.end(operation.at);
  const Calls& calls = profile.calls();
  uint32_t first = Launches::kNoCall;
  for (const ThreadIx thread :
       (*waits)->threads_of_process[profile.device_of(of.stream[operation.at]).process]) {
    const auto& list = (*waits)->of_thread[thread];
    auto at = std::partition_point(list.begin(), list.end(), [&](const WaitingCalls::Wait& wait) {
      return calls.start[wait.call] < end;
    });
    for (size_t steps = 0; at != list.begin() && steps < kNested; ++steps) {
      const WaitingCalls::Wait& wait = *--at;
      if (calls.end(wait.call) < end || !can_wait(profile, wait, operation)) continue;
      if (first == Launches::kNoCall || calls.end(wait.call) <= calls.end(first)) first = wait.call;
    }
  }
  return first;
}

Result<std::optional<OperationNumbers::Operation>> waited_for(const Profile& profile, uint32_t call,
                                                              const Work& work) {
  const auto waits = profile.made(make_waiting_calls, work);
  if (!waits) return tl::unexpected(waits.error());
  const ThreadIx thread = profile.calls().thread[call];
  const auto& list = (*waits)->of_thread[thread];
  const auto wait = std::find_if(list.begin(), list.end(),
                                 [&](const WaitingCalls::Wait& each) { return each.call == call; });
  std::optional<OperationNumbers::Operation> found;
  if (wait == list.end()) return found;
  int64_t latest = INT64_MIN;
  for (size_t device = 0; device < profile.devices().size(); ++device)
    if (profile.devices()[DeviceIx(device)].process == profile.threads()[thread].process)
      find_last(profile, DeviceIx(device), *wait, latest, found);
  return found;
}

}  // namespace nsys_ai

// Looks at some thousand operations of each device.
#include "analysis/time/clock_fit.h"

#include <algorithm>

#include "analysis/host/api_calls.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kSamples = 4096;
constexpr size_t kFewest = 5;
constexpr double kNearlyAll = 0.9;
constexpr int64_t kToleranceNs = 1'000'000;
constexpr double kSameLatency = 0.01;
constexpr int64_t kLongestQueueNs = 1'000'000'000;  // a queue of equal steps makes equal latencies, too

// What a wait waits for: the work of an event, all of a stream, or all of a device.
enum class WaitReach : uint8_t { event, stream, device };

struct HostWait {
  int64_t start;
  int64_t end;
  WaitReach reach;
};

// Whether all kernels of each device are of one stream: then a wait for the stream is one for the device.
std::vector<bool> has_one_stream(const Profile& profile) {
  std::vector<size_t> streams(profile.devices().size(), 0);
  for (const Stream& stream : profile.streams()) ++streams[stream.device.value];
  std::vector<bool> one;
  for (const size_t count : streams) one.push_back(count == 1);
  return one;
}

// The waits for the GPU of each thread, by start.
std::vector<std::vector<HostWait>> waits_of_threads(const Profile& profile) {
  const Calls& calls = profile.calls();
  std::vector<bool> waits;
  std::vector<WaitReach> reach;
  for (const NameId id : profile.calls().name.values) {
    const std::string_view name = base_call_name(profile.text(id));
    const auto has = [&](const char* word) { return name.find(word) != name.npos; };
    waits.push_back(call_kind(name).role == CallRole::synchronise);
    reach.push_back(has("Device") || has("Ctx") || has("Thread") ? WaitReach::device
                    : has("Stream")                              ? WaitReach::stream
                                                                 : WaitReach::event);
  }
  std::vector<std::vector<HostWait>> found(profile.threads().size());
  ThrottledCheck check;
  for (size_t i = 0; i < calls.size(); check(), ++i) {
    const uint32_t code = calls.name.code[i];
    if (waits[code] && calls.return_value[i] == 0 && is_own_call(calls, i))
      found[ThreadIx(calls.thread[i]).value].push_back({calls.start[i], calls.end(i), reach[code]});
  }
  for (std::vector<HostWait>& of : found)
    std::sort(of.begin(), of.end(), [](const HostWait& a, const HostWait& b) { return a.start < b.start; });
  return found;
}

const HostWait* next_wait(const std::vector<HostWait>& waits, int64_t time, WaitReach least) {
  constexpr int kLook = 64;
  auto at = std::partition_point(waits.begin(), waits.end(), [&](const HostWait& of) { return of.start < time; });
  for (int i = 0; at != waits.end() && i < kLook; ++at, ++i)
    if (at->reach >= least) return &*at;
  return nullptr;
}

// What the sampled operations of a device show.
struct DeviceFit {
  std::vector<int64_t> latencies;
  size_t early = 0;      // began before their launch
  size_t waited = 0;     // their thread waited afterwards
  size_t late = 0;       // of these, began behind the wait
  size_t device_waited = 0;
  size_t device_late = 0;

  static bool nearly_all(size_t of, size_t whole) {
    return whole >= kFewest && static_cast<double>(of) >= kNearlyAll * static_cast<double>(whole);
  }
  std::optional<int64_t> offset() {
    if (latencies.size() < kFewest) return std::nullopt;
    std::sort(latencies.begin(), latencies.end());
    const size_t n = latencies.size();
    const int64_t median = latencies[n / 2];
    const auto spread = static_cast<double>(latencies[n - 1 - n / 20] - latencies[n / 20]);
    const bool same = median > kLongestQueueNs && spread <= kSameLatency * static_cast<double>(median);
    // A wait for all of the device's work leaves none of it behind: half of it cannot be by chance.
    const bool differs = nearly_all(early, n) ||
                         (device_waited >= kFewest && 2 * device_late >= device_waited) ||
                         (same && nearly_all(late, waited));
    return differs ? std::optional(median) : std::nullopt;
  }
};

}  // namespace

ClockFit build_clock_fit(const Profile& profile) {
  ClockFit fit;
  fit.offset.resize(profile.devices().size());
  const Calls& calls = profile.calls();
  if (calls.size() == 0) return fit;
  const Launches& launches = profile.derived(build_launches);
  const Kernels& kernels = profile.kernels();
  const auto waits = waits_of_threads(profile);
  const std::vector<bool> one_stream = has_one_stream(profile);
  std::vector<DeviceFit> of_device(profile.devices().size());
  const size_t stride = std::max<size_t>(1, kernels.size() / (kSamples * std::max<size_t>(1, of_device.size())));
  for (size_t i = 0; i < kernels.size(); i += stride) {
    const uint32_t call = launches.of_kernel[i];
    if (call == Launches::kNoCall) continue;
    DeviceFit& of = of_device[profile.streams()[kernels.stream[i]].device.value];
    of.latencies.push_back(kernels.start[i] - calls.start[call]);
    of.early += kernels.start[i] < calls.start[call] ? 1 : 0;
    const std::vector<HostWait>& own = waits[ThreadIx(calls.thread[call]).value];
    if (const HostWait* wait = next_wait(own, calls.end(call), WaitReach::event)) {
      ++of.waited;
      of.late += kernels.start[i] > wait->end + kToleranceNs ? 1 : 0;
    }
    const bool one = one_stream[profile.streams()[kernels.stream[i]].device.value];
    if (const HostWait* wait = next_wait(own, calls.end(call), one ? WaitReach::stream : WaitReach::device)) {
      ++of.device_waited;
      of.device_late += kernels.start[i] > wait->end + kToleranceNs ? 1 : 0;
    }
  }
  for (size_t device = 0; device < of_device.size(); ++device) {
    fit.offset[device] = of_device[device].offset();
    fit.fits = fit.fits && !fit.offset[device];
  }
  return fit;
}

}  // namespace nsys_ai

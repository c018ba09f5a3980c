// Sweeps once over the copies, and once over the operations of each device.
#include "trace/counters.h"

#include <algorithm>
#include <array>

#include "analysis/time/busy.h"
#include "analysis/time/busy_bins.h"
#include "profile/order.h"
#include "trace/launch_counters.h"

namespace nsys_ai::perfetto {
namespace {

// About the number of screen columns; a part is at least a microsecond. More GPUs than a screen has rows
// share this number of parts.
constexpr int64_t kParts = 2000;
constexpr int64_t kPartsOfAll = kParts * 2000;
constexpr int64_t kShortestPart = 1000;
constexpr double kSecondNs = 1e9;  // ns

constexpr auto kFirstDirection = static_cast<size_t>(CounterKind::up);
constexpr size_t kDirections = 3;

using Speeds = std::array<std::vector<double>, kDirections>;  // indexed by part; bytes, empty without copies

// Copies without bytes or duration do not define a bandwidth.
void add_copy(const Counters& counters, Interval copy, double bytes, std::vector<double>& parts) {
  const Interval inside = intersect(copy, counters.window);
  if (inside.empty() || bytes <= 0) return;
  const auto count = static_cast<int64_t>(parts.size());
  const double rate = bytes / static_cast<double>(copy.duration());
  int64_t part = part_at(counters.window, count, inside.start);
  for (; part < count; ++part) {
    const Interval of{bin_start(counters.window, count, part), bin_start(counters.window, count, part + 1)};
    if (of.start >= inside.end) break;
    parts[static_cast<size_t>(part)] += rate * static_cast<double>(intersect(of, inside).duration());
  }
}

}  // namespace

Counter counter_of(DeviceIx device, CounterKind kind) {
  const auto row = static_cast<size_t>(kind);
  return {device, row, std::string(kCounterWords[row].name), std::string(kCounterWords[row].unit), {}};
}

int64_t Counters::start_of(size_t part) const {
  return bin_start(window, static_cast<int64_t>(parts()), static_cast<int64_t>(part));
}

Counters counters_of(const Profile& profile, const Scope& scope, const CancelToken& cancel) {
  Counters counters;
  std::vector<DeviceTime> times = device_times(profile, scope);
  for (const DeviceTime& of : times)
    counters.window = counters.window.empty() ? of.span
                                              : Interval{std::min(counters.window.start, of.span.start),
                                                         std::max(counters.window.end, of.span.end)};
  if (counters.window.empty()) return counters;
  const int64_t fine = std::min(kParts, kPartsOfAll / std::ssize(times));
  const int64_t parts =
      std::clamp<int64_t>(counters.window.duration() / kShortestPart, 1, std::max<int64_t>(fine, 1));
  const auto length_of = [&](int64_t part) {
    return static_cast<double>(bin_start(counters.window, parts, part + 1) -
                               bin_start(counters.window, parts, part));
  };
  std::vector<Speeds> speeds(profile.devices().size());
  const Copies& copies = profile.copies();
  for (size_t at = 0; at < copies.size(); ++at) {
    if (at % 65536 == 0 && cancel.cancelled()) return counters;
    const auto direction = direction_of(copies.copy_kind[at]);
    if (!direction || !scope.has(copies.stream[at])) continue;
    auto& bytes = speeds[profile.streams()[copies.stream[at]].device.value]
                        [static_cast<size_t>(*direction) - kFirstDirection];
    bytes.resize(static_cast<size_t>(parts), 0.0);
    add_copy(counters, copies.interval(at), static_cast<double>(copies.bytes[at]), bytes);
  }
  for (const DeviceTime& of : times) {
    if (cancel.cancelled()) return counters;
    Counter busy = counter_of(of.device, CounterKind::busy);
    const std::vector<int64_t> chunks = busy_bins(profile, of.device, counters.window, parts);
    for (int64_t part = 0; part < parts; ++part)
      busy.values.push_back(100.0 * static_cast<double>(chunks[static_cast<size_t>(part)]) / length_of(part));
    counters.all.push_back(std::move(busy));
    for (size_t direction = 0; direction < kDirections; ++direction) {
      std::vector<double>& bytes = speeds[of.device.value][direction];
      if (bytes.empty()) continue;
      for (int64_t part = 0; part < parts; ++part)
        bytes[static_cast<size_t>(part)] *= kSecondNs / length_of(part);
      Counter& speed = counters.all.emplace_back(
          counter_of(of.device, static_cast<CounterKind>(kFirstDirection + direction)));
      speed.values = std::move(bytes);
    }
    add_launch_counters(profile, {of.device, counters.window, parts}, counters.all);
  }
  return counters;
}

}  // namespace nsys_ai::perfetto

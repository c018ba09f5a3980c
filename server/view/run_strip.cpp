// Distributes the busy time of the run over its parts.
#include "view/run_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/time/busy.h"
#include "analysis/time/busy_bins.h"
#include "base/text_table.h"
#include "view/pages/overview.h"

namespace nsys_ai {
namespace {

// 1, 2 or 5 times a power of ten, so that at most eight steps fit into the run.
int64_t round_step(int64_t length) {
  const double least = static_cast<double>(length) / 8;
  const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, least))));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= least) return static_cast<int64_t>(times * power);
  return static_cast<int64_t>(10 * power);
}

std::vector<StripTick> ticks_of(Interval run) {
  const int64_t step = round_step(run.duration());
  const int decimals =
      std::clamp(9 - static_cast<int>(std::floor(std::log10(static_cast<double>(step)))), 0, 9);
  std::vector<StripTick> ticks;
  int64_t at = run.start - run.start % step;
  if (at < run.start) at += step;
  for (; at < run.end; at += step) {
    const double share =
        static_cast<double>(at - run.start) / static_cast<double>(std::max<int64_t>(1, run.duration()));
    ticks.push_back({share, fmt::format("{:.{}f} s", static_cast<double>(at) / 1e9, decimals)});
    if (run.end - at <= step) break;
  }
  return ticks;
}

// "GPU 0", with the process if several processes use GPUs.
std::string short_name(const Profile& profile, DeviceIx at) {
  const Device& device = profile.devices()[at];
  std::set<size_t> processes;
  for (const Device& each : profile.devices()) processes.insert(each.process.value);
  const auto pid = profile.pid_of(device.process);
  return processes.size() > 1 && pid ? fmt::format("GPU {} · pid {}", device.ordinal, *pid)
                                     : fmt::format("GPU {}", device.ordinal);
}

// In thousandths; a small share is not rounded to zero.
int64_t thousandths(int64_t busy, int64_t length) {
  const double share = static_cast<double>(busy) / static_cast<double>(std::max<int64_t>(1, length));
  return std::clamp<int64_t>(std::llround(share * 1000), busy > 0 ? 1 : 0, 1000);
}

StripGpu strip_of(const Profile& profile, const DeviceTime& time, Interval run, int64_t parts) {
  const double share =
      static_cast<double>(time.busy) / static_cast<double>(std::max<int64_t>(1, run.duration()));
  StripGpu gpu{
      short_name(profile, time.device),
      fmt::format("{}: busy {} of the whole run", device_name(profile, time.device), readable_share(share)),
      {}};
  const std::vector<int64_t> chunks = busy_bins(profile, time.device, run, parts);
  gpu.busy.reserve(chunks.size());
  for (int64_t part = 0; part < parts; ++part)
    gpu.busy.push_back(
        thousandths(chunks[static_cast<size_t>(part)], strip_window(run, part, part + 1).duration()));
  return gpu;
}

}  // namespace

int64_t strip_parts(Interval run) {
  constexpr int64_t kMaxParts = 2000;
  constexpr int64_t kShortestPart = 1000;
  return std::clamp<int64_t>(run.duration() / kShortestPart, 1, kMaxParts);
}

Interval strip_window(Interval run, int64_t first, int64_t last) {
  const int64_t parts = strip_parts(run);
  return {bin_start(run, parts, first), bin_start(run, parts, last)};
}

RunStrip run_strip(const Profile& profile, Interval shown, size_t most_gpus) {
  const Interval run = Scope::whole(profile).window();
  RunStrip strip;
  strip.parts = strip_parts(run);
  while (strip.shown_start + 1 < strip.parts &&
         strip_window(run, 0, strip.shown_start + 1).end <= shown.start)
    ++strip.shown_start;
  strip.shown_end = strip.shown_start + 1;
  while (strip.shown_end < strip.parts && strip_window(run, 0, strip.shown_end).end < shown.end)
    ++strip.shown_end;
  strip.ticks = ticks_of(run);
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    if (strip.gpus.size() == most_gpus) break;
    strip.gpus.push_back(strip_of(profile, time, run, strip.parts));
  }
  return strip;
}

}  // namespace nsys_ai

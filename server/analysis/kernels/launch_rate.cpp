// One counting sort of kernels by device.
#include "analysis/kernels/launch_rate.h"

#include <algorithm>

#include "analysis/durations.h"
#include "analysis/time/busy.h"

namespace nsys_ai::inline analysis {
namespace {

StormVerdict verdict_of(const LaunchRate& rate, int64_t short_ones, const LaunchStormLimits& limits) {
  if (rate.launches < limits.launches || rate.span < limits.span_ns) return StormVerdict::too_few;
  const bool many = rate.per_second() >= limits.per_second;
  return many && short_ones * 2 >= rate.launches ? StormVerdict::storm : StormVerdict::calm;
}

}  // namespace

std::string_view name_of(StormVerdict verdict) {
  switch (verdict) {
    case StormVerdict::storm:
      return "storm";
    case StormVerdict::calm:
      return "no storm";
    case StormVerdict::too_few:
      return "too few to tell";
  }
  return "";
}

std::vector<LaunchRate> launch_rates(const Profile& profile, const Scope& scope,
                                     const LaunchStormLimits& limits) {
  const Kernels& kernels = profile.kernels();
  const auto inside_of = [&](size_t kernel) {
    return scope.has(kernels.stream[kernel]) ? scope.clip(kernels.interval(kernel)) : std::nullopt;
  };
  const auto device_of = [&](size_t kernel) { return profile.streams()[kernels.stream[kernel]].device; };
  DurationGroups groups =
      grouped_durations(profile.devices().size(), kernels.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i)
          if (const auto inside = inside_of(i)) visit(device_of(i), inside->duration());
      });
  std::vector<Interval> spans(profile.devices().size());
  for (const DeviceTime& of : device_times(profile, scope)) spans[of.device] = of.kernel_span;
  std::vector<LaunchRate> rates;
  for (const DeviceIx device : scope.devices()) {
    const std::span<int64_t> durations = groups.of(device);
    if (durations.empty()) continue;
    const auto under = [&](int64_t limit) {
      return std::count_if(durations.begin(), durations.end(),
                           [&](int64_t length) { return length < limit; });
    };
    LaunchRate rate;
    rate.device = device;
    rate.launches = static_cast<int64_t>(durations.size());
    rate.span = spans[device].duration();
    rate.under_5us = under(5'000);
    rate.under_10us = under(10'000);
    rate.under_20us = under(20'000);
    rate.p50 = percentile_in_place(durations, 0.5);
    rate.verdict = verdict_of(rate, under(limits.short_ns), limits);
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace nsys_ai::inline analysis

// One counting sort of kernels by device.
#include "analysis/kernels/launch_rate.h"

#include <algorithm>

#include "analysis/durations.h"
#include "analysis/time/busy.h"

namespace nsys_ai {
namespace {

StormVerdict verdict_of(const LaunchRate& rate, int64_t short_ones, const LaunchStormLimits& limits) {
  if (rate.launches < limits.launches || rate.span < limits.span_ns) return StormVerdict::too_few;
  const bool many = rate.per_second() >= limits.per_second;
  return many && short_ones * 2 >= rate.launches ? StormVerdict::storm : StormVerdict::calm;
}

// A kernel that a bound of the window clips.
struct CutKernel {
  DeviceIx device;
  int64_t inside = 0;  // ns
  int64_t whole = 0;
};

std::vector<CutKernel> cut_kernels(const Profile& profile, const Scope& scope) {
  std::vector<CutKernel> cut;
  if (!scope.has_window()) return cut;
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Interval whole = kernels.interval(i);
    const auto inside = scope.clip(whole);
    if (inside && *inside != whole)
      cut.push_back({profile.streams()[kernels.stream[i]].device, inside->duration(), whole.duration()});
  }
  return cut;
}

}  // namespace

std::string_view name_of(StormVerdict verdict) {
  switch (verdict) {
    case StormVerdict::storm:
      return "storm";
    case StormVerdict::calm:
      return "no storm";
    case StormVerdict::too_few:
      return "too few to say";
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
  const std::vector<CutKernel> cut = cut_kernels(profile, scope);
  std::vector<LaunchRate> rates;
  for (const DeviceIx device : scope.devices()) {
    if (groups.count(device) == 0) continue;
    // A clipped kernel is not short.
    const auto under = [&](int64_t limit) {
      const auto all = groups.of(device, [&](auto durations) {
        return std::ranges::count_if(durations, [&](int64_t length) { return length < limit; });
      });
      return all - std::count_if(cut.begin(), cut.end(), [&](const CutKernel& of) {
               return of.device == device && of.inside < limit && of.whole >= limit;
             });
    };
    LaunchRate rate;
    rate.device = device;
    rate.launches = static_cast<int64_t>(groups.count(device));
    rate.span = spans[device].duration();
    rate.under_5us = under(5'000);
    rate.under_10us = under(10'000);
    rate.under_20us = under(20'000);
    rate.p50 = groups.of(device, [](auto durations) { return Percentiles(durations).at(0.5); });
    rate.verdict = verdict_of(rate, under(limits.short_ns), limits);
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace nsys_ai

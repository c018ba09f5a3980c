// Computes how many kernels a device ran, how often they started, and how short they were.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Defines a storm of small kernels. Few kernels or a short interval give no meaningful rate: one kernel of 5
// us does not make 200,000 launches a second.
struct LaunchStormLimits {
  int64_t launches = 1000;
  int64_t span_ns = 100'000'000;
  double per_second = 10'000;
  int64_t short_ns = 10'000;  // at least half of the kernels are shorter than this
};

enum class StormVerdict { storm, calm, too_few };
std::string_view name_of(StormVerdict verdict);

// The launches on one device, clipped to the window.
struct LaunchRate {
  DeviceIx device;
  int64_t launches = 0;  // number of kernels
  int64_t span = 0;      // ns from the first kernel's start to the last one's end
  int64_t p50 = 0;       // median duration in ns
  int64_t under_5us = 0;
  int64_t under_10us = 0;
  int64_t under_20us = 0;
  StormVerdict verdict = StormVerdict::too_few;

  double per_second() const {
    return span > 0 ? static_cast<double>(launches) * 1e9 / static_cast<double>(span) : 0.0;
  }
};

// One element per device of the scope that ran kernels, in the order of the scope.
std::vector<LaunchRate> launch_rates(const Profile& profile, const Scope& scope,
                                     const LaunchStormLimits& limits = {});

}  // namespace nsys_ai

// How each GPU spent its time, from unions of intervals and never from sums over streams.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/interval_set.h"
#include "base/sum.h"

namespace nsys_ai {

// The time of one device, as one process sees it, clipped to the scope.
// Communication kernels are those of the family `communication`; all other kernels are compute.
struct DeviceTime {
  DeviceIx device;
  int64_t kernels = 0;
  Sum kernel_sum{};  // ns, summed; larger than the union where kernels run at the same time
  int64_t comm_kernels = 0;
  IntervalSet kernel;
  IntervalSet compute;
  IntervalSet communication;
  IntervalSet copy;  // memory copies, memsets not among them
  IntervalSet busy;  // kernels, copies and memsets

  // First start to last end of all operations.
  Interval span() const { return busy.span(); }
  int64_t idle() const { return span().length() - busy.total(); }
  int64_t exposed_communication() const;
  int64_t exposed_copy() const;
};

// One element a device of the scope on which anything ran, in the order of the scope.
std::vector<DeviceTime> device_times(const Profile& profile, const Scope& scope);
// The same for the whole capture, kept.
std::vector<DeviceTime> build_device_times(const Profile& profile);

}  // namespace nsys_ai

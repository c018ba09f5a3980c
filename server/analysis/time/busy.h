// Computes how each GPU spent its time, from unions of intervals and never from sums over streams.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/interval_set.h"
#include "base/sum.h"

namespace nsys_ai {

// The time of one device, as one process numbers it, clipped to the scope. All times in ns, and lengths of
// unions of intervals unless named sums. Communication kernels have the family `communication`; all other
// kernels are compute.
struct DeviceTime {
  DeviceIx device;
  int64_t operations = 0;
  int64_t streams = 0;  // number of streams with any operation
  int64_t kernels = 0;
  int64_t comm_kernels = 0;
  Sum kernel_sum{};  // exceeds the union where kernels run at the same time
  int64_t kernel = 0;
  int64_t compute = 0;
  int64_t communication = 0;
  int64_t copy = 0;            // memory copies without memsets
  int64_t kernel_or_copy = 0;  // union of both
  int64_t busy = 0;            // kernels, copies, memsets and CUDA graphs recorded as one operation
  Interval span;               // first start to last end of all operations
  Interval kernel_span;        // first start to last end of kernels

  int64_t idle() const { return span.duration() - busy; }
  int64_t overlap() const { return compute + communication - kernel; }
  int64_t exposed_communication() const { return kernel - compute; }
  int64_t exposed_copy() const { return kernel_or_copy - kernel; }
  int64_t copy_kernel_overlap() const { return copy + kernel - kernel_or_copy; }
};

// One element per device of the scope with any operation, in the order of the scope.
std::vector<DeviceTime> device_times(const Profile& profile, const Scope& scope);
// The same for the entire capture, cached.
std::vector<DeviceTime> build_device_times(const Profile& profile);

}  // namespace nsys_ai

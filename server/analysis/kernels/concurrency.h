// Computes which classes of operations, and which streams, ran at the same time on one GPU.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Classes of operations: the families of kernels, then copies, memsets and graphs recorded as one operation.
std::string_view class_name(size_t operation_class);

// Lengths of unions and of their intersections, in ns.
struct ClassOverlap {
  size_t a = 0;  // classes, a < b
  size_t b = 0;
  int64_t both = 0;
  int64_t of_a = 0;
  int64_t of_b = 0;
};
// Pairs that ran at the same time, the longest first, then by class.
std::vector<ClassOverlap> class_overlaps(const Profile& profile, const Scope& scope, DeviceIx device);

enum class StreamRole { compute, communication, copy, memset, graph };
std::string_view name_of(StreamRole role);

struct StreamTime {
  StreamIx stream;
  StreamRole role = StreamRole::compute;  // the role that took most of its time
  int64_t kernels = 0;
  int64_t alone = 0;   // ns in which no other stream of the device was active
  int64_t shared = 0;  // ns in which another stream was active
  int64_t total() const { return alone + shared; }
};
struct StreamTimes {
  std::vector<StreamTime> streams;  // the longest total first, then by context and stream
  std::vector<int64_t> active;      // indexed by number of active streams: ns of the device's span
};
StreamTimes stream_times(const Profile& profile, const Scope& scope, DeviceIx device);

}  // namespace nsys_ai

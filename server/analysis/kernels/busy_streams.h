// Computes how long each stream was busy.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

struct BusyStream {
  StreamIx stream;
  int64_t operations = 0;
  int64_t kernels = 0;
  Sum kernel_time{};  // ns, summed over kernels
  Sum copy_time{};    // ns, summed over copies
  int64_t busy = 0;   // ns, the union of the stream's operations
};

// The streams with operations in the scope, by device and stream. Operations are clipped to the window.
std::vector<BusyStream> busy_streams(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai

// How much of a GPU a process, or a stream, has.
#pragma once

#include <cstdint>
#include <optional>

#include "profile/profile.h"

namespace nsys_ai {

// The whole GPU; or a part: a MIG slice, the multiprocessors that the Multi-Process Service leaves to a
// process, or those of a green context.
struct GpuPart {
  bool is_whole = true;
  int64_t sm_count = 0;         // 0 where the file does not say
  std::optional<double> share;  // of the multiprocessors of the GPU; empty where the file does not say
  bool is_mixed = false;        // some streams have less, because they are of a green context
};
// Where all streams that ran kernels are of green contexts of one size, it is theirs.
GpuPart part_of_gpu(const Profile& profile, DeviceIx device);
// The same for work on one stream, which can be of a green context.
GpuPart part_of_gpu(const Profile& profile, StreamIx stream);

}  // namespace nsys_ai

// Orders and links that the file does not state, made once per profile.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// The call that launched each operation, as an index into `Profile::calls()`; kNoCall where none was
// recorded. Correlation ids repeat between processes, so the key is (process, correlation id). Of several
// calls with one id the backtrace twin (class 67) is never taken, and a runtime call goes before a driver
// call.
struct Launches {
  static constexpr uint32_t kNoCall = UINT32_MAX;
  std::vector<uint32_t> of_kernel;
  std::vector<uint32_t> of_copy;
  std::vector<uint32_t> of_memset;
};
Launches build_launches(const Profile& profile);

// The ranges of each thread as a forest. A range of push/pop type lies inside those that contain it on its
// thread; of equal ranges the earlier row is the outer one. Start/end ranges are left out: they need not
// nest.
struct NvtxForest {
  static constexpr uint32_t kNoRange = UINT32_MAX;
  std::vector<uint32_t> parent;  // by NVTX row index; kNoRange at the roots and for what is no push/pop range
  std::vector<uint16_t> depth;   // 0 at the roots
  std::vector<std::vector<uint32_t>> of_thread;  // by thread: ranges by start, outer before inner
};
NvtxForest build_nvtx_forest(const Profile& profile);

// The innermost range around each operation's launch call: it contains the whole call, on the same thread,
// and was closed. Start/end ranges count when they began and ended on that thread.
struct Attribution {
  std::vector<uint32_t> of_kernel;  // NVTX row index, or NvtxForest::kNoRange
  std::vector<uint32_t> of_copy;
  std::vector<uint32_t> of_memset;
};
Attribution build_attribution(const Profile& profile);

}  // namespace nsys_ai

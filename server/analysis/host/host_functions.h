// Functions of the host that a stream waits for: cudaLaunchHostFunc, and host nodes of graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_gpu.h"
#include "profile/families/family_host.h"
#include "profile/profile.h"

namespace nsys_ai {

// One run of a host function. The stream waits from before the function is called until after it returns.
struct HostFunctionRun {
  static constexpr uint32_t kNone = UINT32_MAX;

  Interval wait;                       // of the stream; the run itself where only that was recorded
  DeviceIx device = DeviceIx::none();  // none() where the capture does not say
  uint32_t on_stream = kNone;          // row of StreamHostWaits
  uint32_t callback = kNone;           // row of HostCallbacks
  std::string_view name;               // without parameters; "(not named)" where it is not known
};

struct HostFunctions {
  const StreamHostWaits* waits = nullptr;
  const HostCallbacks* callbacks = nullptr;
  std::vector<std::string> names;
  std::vector<HostFunctionRun> runs;  // by start

  // Of the thread that ran the function; empty where the capture does not say.
  std::optional<int64_t> tid_of(const HostFunctionRun& run) const {
    if (run.callback == HostFunctionRun::kNone) return std::nullopt;
    return callbacks->threads[callbacks->thread[run.callback]].tid;
  }
};

// A wait and the call of a function belong together by process and correlation id; of several, as in a graph,
// by time. Kept with the profile. Fails like `Profile::events`.
Result<const HostFunctions*> host_functions(const Profile& profile, const Work& work);

}  // namespace nsys_ai

// Finds the host call that waited for a GPU operation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/order.h"

namespace nsys_ai {

// Calls that block, by thread and start. A wait for one stream names the stream where the file does.
struct WaitingCalls {
  struct Wait {
    uint32_t call;                       // a row of `Profile::calls()`
    StreamIx stream = StreamIx::none();  // none where it waits for several streams, or the stream is unknown
  };
  std::vector<std::vector<Wait>> of_thread;
  std::vector<std::vector<ThreadIx>> threads_of_process;  // threads with blocking calls
};
// Fails where synchronisations cannot be read.
Result<WaitingCalls> make_waiting_calls(const Profile& profile, const Work& work);

// The blocking call of the operation's process during which it ended, where it had been launched before the
// call; if several threads waited, the call that ended first. Launches::kNoCall where none waited.
Result<uint32_t> waiting_call(const Profile& profile, OperationNumbers::Operation operation,
                              const Work& work);

// The operation that ended last during the given call, among those it could wait for; empty where none did.
Result<std::optional<OperationNumbers::Operation>> waited_for(const Profile& profile, uint32_t call,
                                                              const Work& work);

}  // namespace nsys_ai

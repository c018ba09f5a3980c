// Which call of the host waited for which operation of a GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/order.h"

namespace nsys_ai {

// Calls that block, by thread and start. A wait for one stream names it where the file tells which.
struct WaitingCalls {
  struct Wait {
    uint32_t call;                       // a row of `Profile::calls()`
    StreamIx stream = StreamIx::none();  // none where it waits for more than one, or it is not known
  };
  std::vector<std::vector<Wait>> of_thread;
  std::vector<std::vector<ThreadIx>> threads_of_process;  // that have any
};
// Fails where synchronisations cannot be read.
Result<WaitingCalls> make_waiting_calls(const Profile& profile, const Work& work);

// The blocking call of its process in which an operation that had been launched before ended; of several
// threads' the one that ended first. Launches::kNoCall where nobody waited then.
Result<uint32_t> waiting_call(const Profile& profile, OperationNumbers::Operation operation,
                              const Work& work);

// Of those operations the one that ended last in such a call; nothing where none did.
Result<std::optional<OperationNumbers::Operation>> waited_for(const Profile& profile, uint32_t call,
                                                              const Work& work);

}  // namespace nsys_ai

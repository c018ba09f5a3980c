// Writes the server's own work as a Perfetto trace while it happens.
//
// Each thread of the server is a track. A request is a slice on the track of its thread, and the stages of
// long work, for example of a load, are slices inside. The only user data in it are the names of opened
// files: it contains no parameters and no names from profiles.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "rpc/request_observer.h"

namespace nsys_ai {

// The file always consists of complete packets, so that a truncated trace opens as well. Fails if the file
// cannot be written.
Result<std::unique_ptr<RequestObserver>> self_trace(const std::filesystem::path& file);

}  // namespace nsys_ai

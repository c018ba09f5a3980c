// The server's own work as a Perfetto trace, written while it happens.
//
// Each thread of the server is a track; a request is a slice on the one that worked for it, and the stages of
// long work, such as those of a load, are slices within. Of the user's data it holds only the names of opened
// files: no parameters, no names from profiles.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "rpc/request_observer.h"

namespace nsys_ai {

// The file is whole packets at any time, so that a trace that is cut short opens as well. Fails when it
// cannot be written.
Result<std::unique_ptr<RequestObserver>> self_trace(const std::filesystem::path& file);

}  // namespace nsys_ai

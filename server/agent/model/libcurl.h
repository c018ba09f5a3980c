// libcurl, found when the program runs: without it all but remote models works.
#pragma once

#include <string>

#include "base/result.h"

namespace nsys_ai {

// The version of the libcurl that this machine has, such as "7.88.1". Fails with what is then missing. This
// and a request are all that loads it.
Result<std::string> curl_version();

}  // namespace nsys_ai

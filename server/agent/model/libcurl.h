// libcurl, loaded at run time: without it everything except remote models works.
#pragma once

#include <string>

#include "base/result.h"

namespace nsys_ai {

// The version of this machine's libcurl, for example "7.88.1". Fails with what is missing. Only this and a
// request load it.
Result<std::string> curl_version();

}  // namespace nsys_ai

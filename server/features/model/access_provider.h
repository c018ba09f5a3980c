// Who gives the way to a language model, for headers that need no more of it.
#pragma once

#include <functional>

#include "base/result.h"

namespace nsys_ai {
struct ModelAccess;
}

namespace nsys_ai {

using AccessProvider = std::function<Result<ModelAccess>()>;

}  // namespace nsys_ai

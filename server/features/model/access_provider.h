// A function that returns access to a language model, for headers that need only its declaration.
#pragma once

#include <functional>

#include "base/result.h"

namespace nsys_ai {
struct ModelAccess;
}

namespace nsys_ai {

using AccessProvider = std::function<Result<ModelAccess>()>;

}  // namespace nsys_ai

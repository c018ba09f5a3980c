// Tasks that a person picks in the program of an agent: each a message that says how to go about it.
#pragma once

#include <string>

#include "base/result.h"
#include "protocol/json.h"

namespace nsys_ai {

// The results of `prompts/list` and `prompts/get`. The latter fails on a name that there is not, and where an
// argument is missing.
Json listed_prompts();
Result<Json> prompt(const Json& params);

}  // namespace nsys_ai

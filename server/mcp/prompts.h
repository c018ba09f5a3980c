// Tasks that a person picks in an agent's program; each is a message that describes the procedure.
#pragma once

#include <string>

#include "base/result.h"
#include "protocol/json.h"

namespace nsys_ai {

// The results of `prompts/list` and `prompts/get`. The latter fails on an unknown name and on a missing
// argument.
Json listed_prompts();
Result<Json> prompt(const Json& params);

}  // namespace nsys_ai

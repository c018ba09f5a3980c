// JSON in files that people edit.
#pragma once

#include <string_view>

#include "protocol/json.h"

namespace nsys_ai {

// Like Json::parse, but fails with `FILE:LINE: message`.
Result<Json> parse_json_file(std::string_view file_name, std::string_view text);

}  // namespace nsys_ai

// JSON as small models write it: read with a few mends, or not at all.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"
#include "protocol/json.h"

namespace nsys_ai {

// The object or array that a text holds: strictly where it is JSON; else without a code fence and words
// around it, trailing commas, single quotes, Python's constants and line breaks in strings, and with the
// brackets that are missing at its end. Texts beyond 64 KiB are not mended.
std::optional<Json> loose_json(std::string_view text);

// The arguments of a tool call: an object, also where it stands in a string or nothing was said; null where
// there is none.
Json loose_arguments(std::string_view text);

// The calls that a text consists of: {"name": ..., "arguments": {...}}, alone, in a list, or between
// <tool_call> and </tool_call>. None unless each names one of the tools.
std::vector<ChatToolCall> calls_in_text(std::string_view text, const std::vector<ChatTool>& tools);

}  // namespace nsys_ai

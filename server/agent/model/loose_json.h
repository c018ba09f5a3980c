// Parses JSON as small models write it, with a few repairs.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"
#include "protocol/json.h"

namespace nsys_ai {

// The object or array in a text: parsed strictly if it is valid JSON; otherwise without a code fence and
// surrounding words, and with repairs of trailing commas, single quotes, Python's constants, line breaks in
// strings and missing brackets at the end. Texts beyond 64 KiB are not repaired.
std::optional<Json> loose_json(std::string_view text);

// The arguments of a tool call: an object, also if it is inside a string or nothing was given; null if they
// are invalid.
Json loose_arguments(std::string_view text);

// The calls in a text that consists only of calls: {"name": ..., "arguments": {...}}, alone, in a list, or
// between <tool_call> and </tool_call>. Empty unless each names one of the tools.
std::vector<ChatToolCall> calls_in_text(std::string_view text, const std::vector<ChatTool>& tools);

}  // namespace nsys_ai

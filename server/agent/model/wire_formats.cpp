// The list of formats, and what they read alike.
#include "agent/model/wire_format.h"

#include <algorithm>

namespace nsys_ai::inline agent {

const std::vector<WireFormat>& wire_formats() {
  static const std::vector<WireFormat> formats = {anthropic_format(), ollama_format(), openai_format()};
  return formats;
}

const WireFormat* wire_format_named(std::string_view name) {
  for (const WireFormat& format : wire_formats())
    if (format.name == name) return &format;
  return nullptr;
}

std::string text_at(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  const std::string* text = found ? found->if_string() : nullptr;
  return text ? *text : "";
}

int64_t count_at(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  return found ? std::max<int64_t>(found->if_integer().value_or(0), 0) : 0;
}

}  // namespace nsys_ai::inline agent

// The unit in which a position counts characters; `initialize` negotiates it.
#pragma once

#include <optional>
#include <string_view>

namespace nsys_ai {

enum class PositionEncoding { utf8, utf16, utf32 };
std::string_view name_of(PositionEncoding encoding);
std::optional<PositionEncoding> position_encoding_named(std::string_view name);

}  // namespace nsys_ai

// Quantities as people write them: 1ms, 60us, 2.5s, 500ns, 20GB.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nsys_ai {

// A duration in ns; a number without a unit is ns. Nothing when it is none, or beyond 64 bits.
std::optional<int64_t> parse_duration(std::string_view text);
// A size in bytes; a number without a unit is bytes. kB, MB, GB, TB are powers of ten, KiB to TiB of 1024.
// Nothing when it is none, is negative, or is beyond 64 bits.
std::optional<int64_t> parse_bytes(std::string_view text);
// A whole number, all of the text.
std::optional<int64_t> parse_integer(std::string_view text);
// A finite number, all of the text.
std::optional<double> parse_real(std::string_view text);

}  // namespace nsys_ai

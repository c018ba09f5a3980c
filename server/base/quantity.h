// Quantities as people write them: 1ms, 60us, 2.5s, 500ns, 20GB.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nsys_ai {

// A duration in ns; a number without a unit means ns. Returns nullopt when the text is no duration or exceeds
// 64 bits.
std::optional<int64_t> parse_duration(std::string_view text);
// A size in bytes; a number without a unit means bytes. kB, MB, GB and TB are powers of ten, KiB to TiB of
// 1024. Returns nullopt when the text is no size, is negative, or exceeds 64 bits.
std::optional<int64_t> parse_bytes(std::string_view text);
// A decimal integer that takes up the entire text.
std::optional<int64_t> parse_integer(std::string_view text);
// A finite number that takes up the entire text.
std::optional<double> parse_real(std::string_view text);

}  // namespace nsys_ai

// Parses numbers that take up the entire text.
#include "base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nsys_ai {
namespace {

struct Suffix {
  std::string_view name;
  double factor;
};

// Takes the first suffix that fits, so "ms" must precede "s".
template <size_t N>
std::optional<int64_t> parse_with(const std::array<Suffix, N>& suffixes, std::string_view text) {
  if (const auto plain = parse_integer(text)) return plain;
  for (const Suffix& suffix : suffixes) {
    if (!text.ends_with(suffix.name)) continue;
    std::string_view number = text.substr(0, text.size() - suffix.name.size());
    while (number.ends_with(' ')) number.remove_suffix(1);
    const auto value = parse_real(number);
    if (!value || std::fabs(*value * suffix.factor) > 9.2e18) return std::nullopt;
    return std::llround(*value * suffix.factor);
  }
  return std::nullopt;
}

}  // namespace

std::optional<int64_t> parse_integer(std::string_view text) {
  int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<int64_t> parse_duration(std::string_view text) {
  static constexpr std::array<Suffix, 5> suffixes = {
      Suffix{"ns", 1}, Suffix{"us", 1e3}, Suffix{"\u00b5s", 1e3}, Suffix{"ms", 1e6}, Suffix{"s", 1e9}};
  return parse_with(suffixes, text);
}

std::optional<int64_t> parse_bytes(std::string_view text) {
  static constexpr std::array<Suffix, 10> suffixes = {
      Suffix{"KiB", 1024.0},       Suffix{"MiB", 1048576.0},
      Suffix{"GiB", 1073741824.0}, Suffix{"TiB", 1099511627776.0},
      Suffix{"kB", 1e3},           Suffix{"KB", 1e3},
      Suffix{"MB", 1e6},           Suffix{"GB", 1e9},
      Suffix{"TB", 1e12},          Suffix{"B", 1}};
  const auto bytes = parse_with(suffixes, text);
  return bytes && *bytes >= 0 ? bytes : std::nullopt;
}

}  // namespace nsys_ai

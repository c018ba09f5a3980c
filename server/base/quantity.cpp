// Number parsing that takes the whole text or nothing.
#include "base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nsys_ai {

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
  struct Suffix {
    std::string_view name;
    double ns;
  };
  static constexpr std::array<Suffix, 5> suffixes = {
      Suffix{"ns", 1}, Suffix{"us", 1e3}, Suffix{"\u00b5s", 1e3}, Suffix{"ms", 1e6}, Suffix{"s", 1e9}};
  if (const auto plain = parse_integer(text)) return plain;
  for (const Suffix& suffix : suffixes) {
    if (!text.ends_with(suffix.name)) continue;
    std::string_view number = text.substr(0, text.size() - suffix.name.size());
    while (number.ends_with(' ')) number.remove_suffix(1);
    const auto value = parse_real(number);
    if (!value || std::fabs(*value * suffix.ns) > 9.2e18) return std::nullopt;
    return std::llround(*value * suffix.ns);
  }
  return std::nullopt;
}

}  // namespace nsys_ai

// Decodes the URIs of editors, and encodes as editors do.
#include "features/workspace/file_uri.h"

#include <fmt/format.h>

namespace nsys_ai {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_plain_in_uri(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool escape = text[at] == '%' && at + 2 < text.size() && hex_digit(text[at + 1]) >= 0 &&
                        hex_digit(text[at + 2]) >= 0;
    if (escape) {
      result += static_cast<char>(hex_digit(text[at + 1]) * 16 + hex_digit(text[at + 2]));
      at += 2;
    } else {
      result += text[at];
    }
  }
  return result;
}

std::optional<std::filesystem::path> file_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  const std::string_view rest = uri.substr(kScheme.size());
  const size_t slash = rest.find('/');
  if (slash == std::string_view::npos || (slash > 0 && rest.substr(0, slash) != "localhost"))
    return std::nullopt;
  return percent_decoded(rest.substr(slash));
}

std::string uri_of_file(const std::filesystem::path& path) {
  return "file://" + percent_encoded(path.string(), "/");
}

std::string percent_encoded(std::string_view text, std::string_view also_plain) {
  std::string encoded;
  for (const char c : text)
    encoded += is_plain_in_uri(c) || also_plain.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return encoded;
}

}  // namespace nsys_ai

// Decodes what editors encode.
#include "features/file_uri.h"

namespace nsys_ai {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
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

std::string uri_of_file(const std::filesystem::path& file) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kSigns = "-._~/";
  std::string uri = "file://";
  for (const char c : file.string()) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kSigns.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[static_cast<unsigned char>(c) >> 4U];
      uri += kHex[static_cast<unsigned char>(c) & 15U];
    }
  }
  return uri;
}

}  // namespace nsys_ai

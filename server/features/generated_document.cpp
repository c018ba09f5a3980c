// Addresses and texts of generated documents.
#include "features/generated_document.h"

#include <fmt/format.h>

#include "protocol/nsys.h"
#include "view/overview.h"

namespace nsys_ai {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
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

}  // namespace

std::string uri_of(const DocumentAddress& address) {
  std::string uri = fmt::format("{}://{}", nsys::kScheme, address.kind);
  for (const char c : std::filesystem::absolute(address.profile).string())
    uri += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

std::optional<Result<DocumentAddress>> parse_document_uri(std::string_view uri) {
  const std::string prefix = fmt::format("{}://", nsys::kScheme);
  if (!uri.starts_with(prefix)) return std::nullopt;
  const std::string_view rest = uri.substr(prefix.size());
  const size_t slash = rest.find('/');
  const std::string_view kind = rest.substr(0, slash);
  if (kind != "overview" || slash == std::string_view::npos)
    return fail(ErrorCode::bad_request, fmt::format("There is no document {}.", uri),
                fmt::format("Documents are {}overview/ABSOLUTE/PATH/OF/PROFILE.sqlite.", prefix));
  return DocumentAddress{std::string(kind), decoded(rest.substr(slash))};
}

PageText build_overview_text(const Profile& profile) { return text_of(overview(profile)); }

}  // namespace nsys_ai

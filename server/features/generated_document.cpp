// Addresses and texts of generated documents.
#include "features/generated_document.h"

#include <fmt/format.h>

#include "features/file_uri.h"
#include "protocol/nsys.h"
#include "view/overview.h"

namespace nsys_ai {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
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
  return DocumentAddress{std::string(kind), percent_decoded(rest.substr(slash))};
}

PageText build_overview_text(const Profile& profile) { return text_of(overview(profile)); }

}  // namespace nsys_ai

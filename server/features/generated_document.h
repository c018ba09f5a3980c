// Documents that the server makes: their addresses, their text, and what stands where in them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "profile/profile.h"
#include "view/page_text.h"

namespace nsys_ai {

// nsys-ai://overview/ABSOLUTE/PATH, the path percent-encoded as in any URI.
struct DocumentAddress {
  std::string kind;
  std::filesystem::path profile;
};
std::string uri_of(const DocumentAddress& address);
// Nothing when it is no address of ours; fails on a kind that does not exist.
std::optional<Result<DocumentAddress>> parse_document_uri(std::string_view uri);

// The overview of a profile as text. Build with `profile.derived(build_overview_text)`.
PageText build_overview_text(const Profile& profile);

}  // namespace nsys_ai

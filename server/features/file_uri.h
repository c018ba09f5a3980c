// Paths in URIs: percent-encoded, as editors send them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

std::string percent_decoded(std::string_view text);
// The file of a `file:` URI of this machine; nothing for other URIs.
std::optional<std::filesystem::path> file_of_uri(std::string_view uri);
// The `file:` URI of an absolute path.
std::string uri_of_file(const std::filesystem::path& file);

}  // namespace nsys_ai

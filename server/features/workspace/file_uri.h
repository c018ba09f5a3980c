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
// The `file:` URI of a whole path.
std::string uri_of_file(const std::filesystem::path& path);

// What is not plain in any URI, nor among `also_plain`, as %XX.
std::string percent_encoded(std::string_view text, std::string_view also_plain);

}  // namespace nsys_ai

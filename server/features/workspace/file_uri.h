// Converts between paths and URIs, percent-encoded like those of editors.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

std::string percent_decoded(std::string_view text);
// The file of a `file:` URI of this machine; nullopt for other URIs.
std::optional<std::filesystem::path> file_of_uri(std::string_view uri);
// The `file:` URI of an absolute path.
std::string uri_of_file(const std::filesystem::path& path);

// Encodes characters as %XX unless they are unreserved in URIs or in `also_plain`.
std::string percent_encoded(std::string_view text, std::string_view also_plain);

}  // namespace nsys_ai

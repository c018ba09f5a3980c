// A Perfetto UI that lies on this machine, for browsers that cannot reach the one on the internet.
#pragma once

#include <filesystem>
#include <string_view>

#include "http/response.h"

namespace nsys_ai::inline http {

// The folder by its true path. Fails when it holds no index.html.
Result<std::filesystem::path> ui_folder(const std::filesystem::path& named);

// A file of that folder by its path in it, as a request sends it; "" is index.html. Nothing outside the
// folder is read, wherever links in it lead, nor what is hidden.
Response ui_file(const std::filesystem::path& folder, std::string_view name, const Request& request);

}  // namespace nsys_ai::inline http

// The files of extensions/web, carried inside the program.
#pragma once

#include <optional>
#include <string_view>

namespace nsys_ai::inline http {

struct Asset {
  std::string_view content_type;
  std::string_view bytes;
};

// Nothing when there is no file of this name.
std::optional<Asset> asset(std::string_view name);

}  // namespace nsys_ai::inline http

// The files of extensions/web, carried inside the program.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/embedded.h"

namespace nsys_ai {

// All of them, as the build puts them in.
std::span<const EmbeddedFile> web_files();

struct Asset {
  std::string_view content_type;
  std::string_view bytes;
};

// Nothing when there is no file of this name.
std::optional<Asset> asset(std::string_view name);

}  // namespace nsys_ai

// The files of extensions/web, compiled into the program.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/embedded.h"

namespace nsys_ai {

// All compiled-in files.
std::span<const EmbeddedFile> web_files();

struct Asset {
  std::string_view content_type;
  std::string_view bytes;
};

// Returns nullopt if no file has this name.
std::optional<Asset> asset(std::string_view name);

}  // namespace nsys_ai

// The files of extensions/web, carried inside the program (embed.cmake writes their bytes).
#pragma once

#include <string_view>

namespace nsys_ai {

struct Asset {
  std::string_view name;
  std::string_view content_type;
  std::string_view bytes;
};

// Null when there is no such file.
const Asset* asset(std::string_view name);

}  // namespace nsys_ai

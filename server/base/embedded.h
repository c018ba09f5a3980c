// Files that are compiled into the program; `nsys_embed` of server/embed.cmake makes the lists.
#pragma once

#include <span>
#include <string_view>

namespace nsys_ai {

struct EmbeddedFile {
  std::string_view name;     // relative to the folder that lists it, for example memory_transfers.sql
  std::string_view content;  // as it is in the source tree, byte for byte
};

}  // namespace nsys_ai

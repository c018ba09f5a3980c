// Finds a file of extensions/web among the compiled-in files.
#include "http/assets.h"

#include <array>
#include <span>
#include <utility>

#include "base/embedded.h"

namespace nsys_ai {

namespace {

std::string_view content_type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace

std::optional<Asset> asset(std::string_view name) {
  for (const EmbeddedFile& file : web_files()) {
    if (file.name.substr(file.name.rfind('/') + 1) == name) return Asset{content_type_of(name), file.content};
  }
  return std::nullopt;
}

}  // namespace nsys_ai

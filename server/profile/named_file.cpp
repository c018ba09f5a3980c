// Looks each part of the path up in its folder.
#include "profile/named_file.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "profile/names.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// A repaired name with one U+FFFD for several in a row, since programs disagree on how many bytes one stands
// for.
std::string readable_name(const std::string& name) {
  std::string readable;
  for (std::string_view rest = name; !rest.empty();) {
    const size_t at = std::min(rest.find(kReplacement), rest.size());
    readable += rest.substr(0, at);
    rest.remove_prefix(at);
    if (rest.empty()) break;
    readable += kReplacement;
    while (rest.starts_with(kReplacement)) rest.remove_prefix(kReplacement.size());
  }
  return readable;
}

std::optional<fs::path> only_file_like(const fs::path& folder, const fs::path& name) {
  const std::string wanted = readable_name(name.string());
  std::optional<fs::path> found;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const std::string bytes = at->path().filename().string();
    if (is_text(bytes) || readable_name(repaired_text(bytes)) != wanted) continue;
    if (found) return std::nullopt;
    found = at->path();
  }
  return found;
}

}  // namespace

bool is_repaired(const fs::path& path) { return path.string().find(kReplacement) != std::string::npos; }

fs::path named_file(const fs::path& path) {
  std::error_code error;
  if (!is_repaired(path) || fs::exists(path, error)) return path;
  fs::path found;
  for (const fs::path& part : path) {
    const fs::path next = found / part;
    if (!is_repaired(part) || fs::exists(next, error)) {
      found = next;
      continue;
    }
    const auto like = only_file_like(found.empty() ? fs::path(".") : found, part);
    if (!like) return path;
    found = *like;
  }
  return found;
}

}  // namespace nsys_ai

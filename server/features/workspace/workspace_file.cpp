// Looks upwards, reads what is small, and moves drafts into place.
#include "features/workspace/workspace_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace nsys_ai::inline features {
namespace {

namespace fs = std::filesystem;

// Whatever is longer was put there by mistake.
constexpr uintmax_t kLargestFile = 1 << 20;

fs::path nearest_file(const fs::path& folder, std::string_view name) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    if (fs::is_directory(at / ".nsys-ai", error)) return at / ".nsys-ai" / name;
    if (at == at.parent_path()) return folder / ".nsys-ai" / name;
  }
}

}  // namespace

std::vector<fs::path> workspace_files(const std::vector<fs::path>& workspace, std::string_view name) {
  std::vector<fs::path> files;
  for (const fs::path& folder : workspace) {
    if (!folder.is_absolute()) continue;
    const fs::path file = nearest_file(folder, name);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  return files;
}

Result<std::string> text_of_workspace_file(const fs::path& file, std::string_view list) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (!fs::exists(status)) return std::string();
  if (!fs::is_regular_file(status) || fs::file_size(file, error) > kLargestFile || error)
    return fail(ErrorCode::cannot_do, fmt::format("{}:1: This is no list of {}.", file.string(), list),
                "Remove it; a list is a small file.");
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    return fail(ErrorCode::cannot_do, fmt::format("{}:1: The file cannot be read.", file.string()),
                "Check its permissions.");
  return text;
}

// Beside its place and moved there when it is whole, so that nobody reads a part of it.
Result<void> write_workspace_file(const fs::path& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path draft = file.parent_path() / fmt::format(".{}.{}.draft", file.stem().string(), getpid());
  std::ofstream stream(draft, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (stream.good()) fs::rename(draft, file, error);
  if (stream.good() && !error) return {};
  fs::remove(draft, error);
  return fail(ErrorCode::cannot_do, fmt::format("{} cannot be written.", file.string()),
              "Check the permissions of its folder and the room on its disk.");
}

}  // namespace nsys_ai::inline features

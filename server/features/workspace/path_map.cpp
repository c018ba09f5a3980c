// Replaces the beginning of a path.
#include "features/workspace/path_map.h"

namespace nsys_ai {
namespace {

void drop_last_slashes(std::string& path) {
  while (path.ends_with('/')) path.pop_back();
}

bool is_inside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

PathMap::PathMap(std::vector<std::pair<std::string, std::string>> folders) : folders_(std::move(folders)) {
  for (auto& [capture, local] : folders_) {
    drop_last_slashes(capture);
    drop_last_slashes(local);
  }
}

std::string PathMap::to_local(std::string_view path) const {
  const std::pair<std::string, std::string>* best = nullptr;
  for (const auto& pair : folders_)
    if (is_inside(path, pair.first) && (best == nullptr || pair.first.size() > best->first.size()))
      best = &pair;
  return best ? best->second + std::string(path.substr(best->first.size())) : std::string(path);
}

std::string PathMap::to_capture(std::string_view path) const {
  const std::pair<std::string, std::string>* best = nullptr;
  for (const auto& pair : folders_)
    if (is_inside(path, pair.second) && (best == nullptr || pair.second.size() > best->second.size()))
      best = &pair;
  return best ? best->first + std::string(path.substr(best->second.size())) : std::string(path);
}

std::vector<std::string> PathMap::local_folders() const {
  std::vector<std::string> folders;
  for (const auto& [capture, local] : folders_) folders.push_back(local);
  return folders;
}

}  // namespace nsys_ai

// Maps the paths in a capture to paths on this machine: a run in a container sees other paths than the
// editor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai {

// Immutable. Matches complete folder names; the longest matching folder wins.
class PathMap {
 public:
  PathMap() = default;
  // Each pair has a folder of the capture and a folder of this machine, both absolute.
  explicit PathMap(std::vector<std::pair<std::string, std::string>> folders);

  // Returns the path unchanged if no folder matches.
  std::string to_local(std::string_view path) const;
  std::string to_capture(std::string_view path) const;
  std::vector<std::string> local_folders() const;

 private:
  std::vector<std::pair<std::string, std::string>> folders_;  // without a trailing slash
};

}  // namespace nsys_ai

// Where the files of a capture lie on this machine: a run in a container has other paths than the editor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai {

// Immutable. Folders match as a whole, and of several the longest.
class PathMap {
 public:
  PathMap() = default;
  // Pairs of a folder of the capture and one of this machine, both absolute.
  explicit PathMap(std::vector<std::pair<std::string, std::string>> folders);

  // The path as it is where nothing is said of it.
  std::string to_local(std::string_view path) const;
  std::string to_capture(std::string_view path) const;
  std::vector<std::string> local_folders() const;

 private:
  std::vector<std::pair<std::string, std::string>> folders_;  // without a slash at the end
};

}  // namespace nsys_ai

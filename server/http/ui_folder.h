// A Perfetto UI that lies on this machine, for browsers that cannot reach the one on the internet.
//
// Its files are no secret and stand under names that a browser may keep for ever: of the UI itself nothing
// travels a second time.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "http/response.h"

namespace nsys_ai {

// The folder by its true path. Fails when it holds no index.html.
Result<std::filesystem::path> ui_folder(const std::filesystem::path& named);

// Thread-safe. A file is compressed once, when it is first asked for, and kept so.
class UiFolder {
 public:
  explicit UiFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Another one when a file of the folder is another: a part of the names under which they are served.
  std::string version() const;
  // A file by its path in the folder, as a request sends it; "" is index.html. Nothing outside the folder is
  // read, wherever links in it lead, nor what is hidden. Refuses another version than that of now.
  Response file(std::string_view version, std::string_view name, const Request& request);

 private:
  struct Zipped;
  Response zipped(const std::filesystem::path& file, const std::string& version);

  std::filesystem::path folder_;
  std::mutex lock_;
  std::map<std::string, std::shared_ptr<Zipped>> zipped_;  // by path
};

}  // namespace nsys_ai

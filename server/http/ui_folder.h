// Serves a Perfetto UI from this machine to browsers that cannot reach the one on the internet.
//
// Its files are no secret and have names that browsers may cache for ever, so that no file is sent twice.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "http/response.h"

namespace nsys_ai {

// The canonical path of the folder. Fails if it contains no index.html.
Result<std::filesystem::path> ui_folder(const std::filesystem::path& named);

// Thread-safe. Compresses each file at its first request and keeps the result.
class UiFolder {
 public:
  explicit UiFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // A part of the files' addresses, which changes when a file of the folder changes.
  std::string version() const;
  // The file at a path in the folder, as a request sends it; "" is index.html. Never reads hidden files or
  // files outside the folder, also not through links. Refuses versions other than the current one.
  Response file(std::string_view version, std::string_view name, const Request& request);

 private:
  struct Zipped;
  Response zipped(const std::filesystem::path& file, const std::string& version);

  std::filesystem::path folder_;
  std::mutex lock_;
  std::map<std::string, std::shared_ptr<Zipped>> zipped_;  // by path
};

}  // namespace nsys_ai

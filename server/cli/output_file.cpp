// Temporary files have unique names, so that no file of another user is overwritten and no planted link is
// followed.
#include "cli/output_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/folder.h"
#include "cli/common.h"

namespace nsys_ai {
namespace {

// The mode of an ordinary new file under the current umask.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path) {
  std::error_code none;
  const auto status = std::filesystem::status(path_, none);
  const bool there = std::filesystem::exists(status);
  moves_ = !there || std::filesystem::is_regular_file(status);
  if (!moves_) {
    written_ = path.string();
    file_ = std::fopen(written_.c_str(), "wb");
    return;
  }
  // Replaces the target of a link and keeps the link.
  if (there) path_ = std::filesystem::canonical(path_, none);
  written_ = path_.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(written_.data());
  if (descriptor < 0) return;
  cleanup_.emplace(written_);
  ::fchmod(descriptor, there ? static_cast<mode_t>(status.permissions()) & 0777 : usual_mode());
  file_ = ::fdopen(descriptor, "wb");
  if (file_ != nullptr) return;
  ::close(descriptor);
  std::remove(written_.c_str());
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (moves_) std::remove(written_.c_str());
}

bool OutputFile::write(std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
}

bool OutputFile::finish() {
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!moves_) return closed;
  if (closed && std::rename(written_.c_str(), path_.c_str()) == 0) return true;
  const int cause = errno;
  std::remove(written_.c_str());
  errno = cause;
  return false;
}

OutputFolders::~OutputFolders() {
  for (const std::filesystem::path& folder : made_) ::rmdir(folder.c_str());
}

Result<void> OutputFolders::make(const std::filesystem::path& folder) {
  std::error_code none;
  for (std::filesystem::path at = folder; !at.empty() && !std::filesystem::exists(at, none);
       at = at.parent_path())
    made_.push_back(at);
  for (const std::filesystem::path& of : made_) leftovers_.emplace_back(of.string());
  if (const int cause = make_folders(folder); cause != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("The folder {} cannot be made: {}.", folder.string(), std::strerror(cause)),
                "Choose another place with -o.");
  return {};
}

std::string invalid_file_name(const std::string& word) { return word.empty() ? "\"\" names no file" : ""; }

Result<void> check_output(const std::string& output, const std::string& profile) {
  std::error_code none;
  if (!std::filesystem::equivalent(output, profile, none)) return {};
  return fail(ErrorCode::bad_request, fmt::format("{} is the profile itself.", output),
              "Choose another place with -o.");
}

int not_written(const std::string& path, int cause) {
  return report({ErrorCode::cannot_do, fmt::format("{} cannot be written: {}.", path, std::strerror(cause)),
                 "Choose another place with -o."});
}

}  // namespace nsys_ai

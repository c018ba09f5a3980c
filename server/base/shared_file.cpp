// Reads small files, and renames drafts into place under a lock.
#include "base/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "base/descriptor.h"
#include "base/file_lock.h"
#include "base/folder.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// A longer file was put there by mistake.
constexpr uintmax_t kLargestFile = 1 << 20;

constexpr const char* kElsewhere = "Check the permissions of its folder and the room on its disk.";

// How long to wait for another writer.
constexpr std::chrono::seconds kLongestWait(5);

tl::unexpected<Error> not_written(const fs::path& file, int cause) {
  return fail(ErrorCode::cannot_do,
              fmt::format("{} cannot be written: {}.", file.string(), std::strerror(cause)), kElsewhere);
}

// Locks one file against all other processes of this program; removes the lock file at the end.
class WriterLock {
 public:
  static Result<WriterLock> of(const fs::path& file) {
    const fs::path name = file.parent_path() / fmt::format(".{}.lock", file.stem().string());
    for (const auto begun = std::chrono::steady_clock::now();;) {
      auto lock = FileLock::try_acquire(name, LockKind::exclusive);
      if (!lock)
        return fail(ErrorCode::cannot_do,
                    fmt::format("{} cannot be written: {}", file.string(), lock.error().message), kElsewhere);
      if (*lock) return WriterLock(name, std::move(**lock));
      if (std::chrono::steady_clock::now() - begun > kLongestWait)
        return fail(ErrorCode::cannot_do,
                    fmt::format("{} is being changed by another program.", file.string()), "Try again.");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  WriterLock(WriterLock&&) = default;
  ~WriterLock() { lock_.remove_file(name_); }

 private:
  WriterLock(fs::path name, FileLock lock) : name_(std::move(name)), lock_(std::move(lock)) {}
  fs::path name_;
  FileLock lock_;
};

// A temporary file in the same folder, with a name that no other writer uses, until it is renamed.
class DraftFile {
 public:
  DraftFile(const fs::path& file, mode_t mode) : file_(file) {
    static std::atomic<uint64_t> count{0};
    do {
      draft_ = file.parent_path() / fmt::format(".{}.{}-{}.draft", file.stem().string(), ::getpid(), count++);
      opened_ = Descriptor(::open(draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    } while (!opened_ && errno == EEXIST);
    if (opened_)
      made_ = true;
    else
      cause_ = errno;
  }
  ~DraftFile() {
    if (made_) ::unlink(draft_.c_str());
  }
  DraftFile(const DraftFile&) = delete;
  DraftFile& operator=(const DraftFile&) = delete;

  // Writes the text, syncs it to disk and renames the file; returns 0 or an errno.
  int become(std::string_view text) {
    if (!made_) return cause_;
    while (!text.empty()) {
      const ssize_t count = ::write(opened_.number(), text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      text.remove_prefix(static_cast<size_t>(count));
    }
    if (::fsync(opened_.number()) != 0) return errno;
    if (::rename(draft_.c_str(), file_.c_str()) != 0) return errno;
    made_ = false;
    return 0;
  }

 private:
  const fs::path& file_;
  fs::path draft_;
  Descriptor opened_;
  bool made_ = false;
  int cause_ = 0;
};

// Under the lock, any draft that exists comes from a writer that died.
void remove_drafts(const fs::path& file) {
  const std::string prefix = fmt::format(".{}.", file.stem().string());
  for (const fs::path& draft : paths_in(file.parent_path())) {
    const std::string name = draft.filename().string();
    if (name.starts_with(prefix) && name.ends_with(".draft")) ::unlink(draft.c_str());
  }
}

}  // namespace

Result<std::string> read_shared_file(const fs::path& file, std::string_view list) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (!fs::exists(status)) return std::string();
  if (!fs::is_regular_file(status) || fs::file_size(file, error) > kLargestFile || error)
    return fail(ErrorCode::cannot_do, fmt::format("{}:1: This is no list of {}.", file.string(), list),
                "Remove it; a list is a small file.");
  std::string text;
  std::ifstream stream(file, std::ios::binary);
  for (std::array<char, 65536> part; stream.read(part.data(), part.size()) || stream.gcount() > 0;)
    text.append(part.data(), static_cast<size_t>(stream.gcount()));
  if (!stream.eof() || stream.bad())
    return fail(ErrorCode::cannot_do, fmt::format("{}:1: The file cannot be read.", file.string()),
                "Check its permissions.");
  return text;
}

Result<void> change_shared_file(const fs::path& file, std::string_view list, const TextChange& change,
                                mode_t mode) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return not_written(file, error.value());
  const auto lock = WriterLock::of(file);
  if (!lock) return tl::unexpected(lock.error());
  remove_drafts(file);
  const auto before = read_shared_file(file, list);
  if (!before) return tl::unexpected(before.error());
  const auto after = change(*before);
  if (!after) return tl::unexpected(after.error());
  if (*after == *before) return {};
  if (const int cause = DraftFile(file, mode).become(*after); cause != 0) return not_written(file, cause);
  return {};
}

}  // namespace nsys_ai

// Locks with flock(2): a lock belongs to the open file, so two threads of one process are two holders.
#include "base/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace nsys_ai {
namespace {

// Whether the path still names the open file; its last holder may have removed it meanwhile.
bool still_named(int number, const std::filesystem::path& file) {
  struct stat open {};
  struct stat named {};
  return ::fstat(number, &open) == 0 && ::stat(file.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

}  // namespace

Result<std::optional<FileLock>> FileLock::acquire(const std::filesystem::path& file, LockKind kind,
                                                  int flags) {
  const int operation = (kind == LockKind::shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
  const auto refused = [&] {
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be locked: {}.", file.string(), std::strerror(errno)));
  };
  for (;;) {
    Descriptor held(::open(file.c_str(), flags | O_CLOEXEC, 0600));
    if (!held) return refused();
    if (::flock(held.number(), operation) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK) return std::optional<FileLock>();
      return refused();
    }
    if (still_named(held.number(), file)) return std::optional<FileLock>(FileLock(std::move(held)));
  }
}

Result<std::optional<FileLock>> FileLock::try_acquire(const std::filesystem::path& file, LockKind kind) {
  return acquire(file, kind, O_RDWR | O_CREAT);
}

std::optional<FileLock> FileLock::try_acquire_existing(const std::filesystem::path& file, LockKind kind) {
  auto acquired = acquire(file, kind, kind == LockKind::shared ? O_RDONLY : O_RDWR);
  return acquired ? std::move(*acquired) : std::nullopt;
}

void FileLock::remove_file(const std::filesystem::path& file) const {
  if (held_) ::unlink(file.c_str());
}

}  // namespace nsys_ai

// Reads by offset, so that any number of threads can share one descriptor.
#include "profile/sqlite_file/readable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace nsys_ai {
namespace {

int64_t ns_of(const timespec& time) { return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

FileStamp stamp_from(const struct stat& status) {
  if (status.st_size == 0) return {};
  return {status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size), ns_of(status.st_mtim)};
}

}  // namespace

FileStamp stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? stamp_from(status) : FileStamp{};
}

ReadableFile ReadableFile::open(const std::filesystem::path& path, int& cause) {
  ReadableFile opened;
  // An ordinary open of a pipe would wait for its writer.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || fstat(file.number(), &status) != 0) {
    cause = errno;
    return opened;
  }
  if (!S_ISREG(status.st_mode)) {
    cause = EINVAL;
    return opened;
  }
  opened.file_ = std::move(file);
  opened.stamp_ = stamp_from(status);
  opened.inode_changed_ns_ = ns_of(status.st_ctim);
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  opened.opened_ns_ = ns_of(now);
  return opened;
}

bool ReadableFile::read(uint64_t offset, size_t bytes, unsigned char* into) const {
  while (bytes > 0) {
    const ssize_t got = pread(file_.number(), into, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) ++*failures_;
    if (got <= 0) return false;
    into += got;
    offset += static_cast<uint64_t>(got);
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

FileStamp ReadableFile::stamp_now() const {
  struct stat status {};
  return fstat(file_.number(), &status) == 0 ? stamp_from(status) : FileStamp{};
}

bool ReadableFile::is_stable(int64_t ns) const {
  struct stat status {};
  return opened_ns_ - inode_changed_ns_ >= ns && fstat(file_.number(), &status) == 0 &&
         ns_of(status.st_ctim) == inode_changed_ns_;
}

}  // namespace nsys_ai

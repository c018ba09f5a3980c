// A map of a file that is cut or whose disk fails raises a signal, so only files that are safe are mapped.
#include "profile/cache/file_map.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/descriptor.h"

namespace nsys_ai {
namespace {

// On a network a file can be removed, and the connection lost, under the map.
bool is_on_local_disk(const Descriptor& file) {
  constexpr uint32_t kXfs = 0x58465342;
  constexpr uint32_t kZfs = 0x2FC12FC1;
  constexpr std::array<uint32_t, 7> kLocal = {EXT4_SUPER_MAGIC, kXfs, BTRFS_SUPER_MAGIC,    TMPFS_MAGIC,
                                              F2FS_SUPER_MAGIC, kZfs, OVERLAYFS_SUPER_MAGIC};
  struct statfs status {};
  return ::fstatfs(file.number(), &status) == 0 &&
         std::find(kLocal.begin(), kLocal.end(), static_cast<uint32_t>(status.f_type)) != kLocal.end();
}

int64_t nanoseconds(const timespec& time) { return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

int64_t clock_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return nanoseconds(now);
}

}  // namespace

std::shared_ptr<const FileMap> FileMap::of(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  struct stat status {};
  if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
      status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 || !is_on_local_disk(file))
    return nullptr;
  const auto size = static_cast<size_t>(status.st_size);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (bytes == MAP_FAILED) return nullptr;
  const std::shared_ptr<FileMap> map(new FileMap());
  map->bytes_ = static_cast<const unsigned char*>(bytes);
  map->size_ = size;
  map->modified_ns_ = nanoseconds(status.st_mtim);
  map->is_of_this_boot_ = nanoseconds(status.st_ctim) > clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_BOOTTIME);
  return map;
}

FileMap::~FileMap() {
  if (bytes_ != nullptr) ::munmap(const_cast<unsigned char*>(bytes_), size_);
}

}  // namespace nsys_ai

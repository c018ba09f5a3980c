// Reads by offset, so that any number of threads share one descriptor.
#include "profile/file_image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

namespace nsys_ai {
namespace {

// False when the file ends early.
bool read_at(int file, uint64_t offset, size_t size, unsigned char* into) {
  while (size > 0) {
    const ssize_t got = pread(file, into, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<size_t>(got);
  }
  return true;
}

}  // namespace

FileImage::FileImage(FileImage&& other) noexcept { *this = std::move(other); }

FileImage& FileImage::operator=(FileImage&& other) noexcept {
  std::swap(file_, other.file_);
  page_size_ = other.page_size_;
  usable_size_ = other.usable_size_;
  page_count_ = other.page_count_;
  is_utf8_ = other.is_utf8_;
  return *this;
}

FileImage::~FileImage() {
  if (file_ >= 0) close(file_);
}

Result<FileImage> FileImage::open(const std::filesystem::path& path) {
  FileImage image;
  image.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  std::array<unsigned char, 100> header{};
  if (image.file_ < 0 || fstat(image.file_, &status) != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be opened: {}.", path.string(), std::strerror(errno)));
  if (!read_at(image.file_, 0, header.size(), header.data()))
    return fail(ErrorCode::cannot_do, fmt::format("{} ends inside its header.", path.string()));
  const uint32_t raw = uint32_t{header[16]} << 8 | header[17];
  image.page_size_ = raw == 1 ? 65536 : raw;
  // SQLite's own limits: a page is a power of two from 512, and at least 480 bytes of it are content.
  if (image.page_size_ < 512 || !std::has_single_bit(image.page_size_) || image.page_size_ - header[20] < 480)
    return fail(ErrorCode::cannot_do,
                fmt::format("the header of {} names an impossible page size", path.string()));
  image.usable_size_ = image.page_size_ - header[20];
  image.page_count_ = static_cast<uint32_t>(
      std::min<uint64_t>(static_cast<uint64_t>(status.st_size) / image.page_size_, UINT32_MAX - 1));
  // 0 is what an empty database has, 2 and 3 are the two forms of UTF-16.
  image.is_utf8_ = header[59] < 2;
  return image;
}

bool FileImage::read_pages(uint32_t first, uint32_t count, unsigned char* into) const {
  if (first == 0 || first > page_count_ || count > page_count_ - first + 1) return false;
  return read_at(file_, uint64_t{first - 1} * page_size_, size_t{count} * page_size_, into);
}

}  // namespace nsys_ai

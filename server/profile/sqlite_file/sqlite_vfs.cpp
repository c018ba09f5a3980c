// A VFS with a single read-only file.
//
// The file claims to be immutable, so that SQLite takes no locks and searches no journals.
#include "profile/sqlite_file/sqlite_vfs.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "profile/sqlite_file/sqlite_vfs_parts.h"

namespace nsys_ai {
namespace {

constexpr const char* kVfs = "nsys-ai-image";

// SQLite passes only a name, so each image that is being opened has one.
class ImagesToOpen {
 public:
  std::string add(const FileImagePtr& image) {
    const std::lock_guard guard(lock_);
    std::string name = "profile-" + std::to_string(++last_);
    images_.emplace(name, image);
    return name;
  }
  FileImagePtr find(const char* name) {
    const std::lock_guard guard(lock_);
    const auto found = name == nullptr ? images_.end() : images_.find(name);
    return found == images_.end() ? nullptr : found->second;
  }
  void remove(const std::string& name) {
    const std::lock_guard guard(lock_);
    images_.erase(name);
  }

 private:
  std::mutex lock_;
  uint64_t last_ = 0;
  std::map<std::string, FileImagePtr> images_;
};

ImagesToOpen& images_to_open() {
  static ImagesToOpen images;
  return images;
}

struct ImageFile : sqlite3_file {
  explicit ImageFile(FileImagePtr of) : sqlite3_file{}, image(std::move(of)) {}
  FileImagePtr image;
};

const FileImage& image_of(sqlite3_file* file) { return *static_cast<ImageFile*>(file)->image; }

int close(sqlite3_file* file) {
  static_cast<ImageFile*>(file)->~ImageFile();
  return SQLITE_OK;
}

// SQLite almost always reads one page; only before it knows their size it reads something else.
int read(sqlite3_file* file, void* into, int bytes, sqlite3_int64 from) {
  const FileImage& image = image_of(file);
  auto* out = static_cast<unsigned char*>(into);
  const uint32_t page_size = image.page_size();
  const auto offset = static_cast<uint64_t>(from);
  const auto count = static_cast<uint64_t>(bytes);
  const uint64_t end = uint64_t{image.page_count()} * page_size;
  if (count == page_size && offset % page_size == 0 && offset < end)
    return image.read_pages(static_cast<uint32_t>(offset / page_size + 1), 1, out) ? SQLITE_OK
                                                                                   : SQLITE_IOERR_READ;
  std::memset(into, 0, count);
  try {
    std::vector<unsigned char> page(page_size);
    for (uint64_t done = 0; done < count && offset + done < end;) {
      const uint64_t at = (offset + done) % page_size;
      const uint64_t length = std::min(count - done, page_size - at);
      if (!image.read_pages(static_cast<uint32_t>((offset + done) / page_size + 1), 1, page.data()))
        return SQLITE_IOERR_READ;
      std::memcpy(out + done, page.data() + at, length);
      done += length;
    }
  } catch (const std::bad_alloc&) {
    return SQLITE_IOERR_NOMEM;
  }
  return offset + count <= end ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

const sqlite3_io_methods& file_functions() {
  static const sqlite3_io_methods functions = [] {
    sqlite3_io_methods methods = unshared_file_methods();
    methods.xClose = close;
    methods.xRead = read;
    methods.xWrite = [](sqlite3_file*, const void*, int, sqlite3_int64) { return SQLITE_READONLY; };
    methods.xTruncate = [](sqlite3_file*, sqlite3_int64) { return SQLITE_READONLY; };
    methods.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
      *size = sqlite3_int64{image_of(file).page_count()} * image_of(file).page_size();
      return SQLITE_OK;
    };
    methods.xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_IMMUTABLE; };
    return methods;
  }();
  return functions;
}

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  file->pMethods = nullptr;
  FileImagePtr image = images_to_open().find(name);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0 || image == nullptr) return SQLITE_CANTOPEN;
  auto* opened = new (file) ImageFile(std::move(image));
  opened->pMethods = &file_functions();
  if (flags_out != nullptr) *flags_out = (flags & ~SQLITE_OPEN_READWRITE) | SQLITE_OPEN_READONLY;
  return SQLITE_OK;
}

sqlite3_vfs make_vfs() {
  sqlite3_vfs vfs = pathless_vfs();
  vfs.szOsFile = static_cast<int>(sizeof(ImageFile));
  vfs.zName = kVfs;
  vfs.xOpen = open;
  vfs.xDelete = [](sqlite3_vfs*, const char*, int) { return SQLITE_READONLY; };
  return vfs;
}

}  // namespace

int open_sqlite_on(const FileImagePtr& image, sqlite3** handle) {
  // Connections use it during their lifetime, so it is never unregistered.
  static sqlite3_vfs vfs = make_vfs();
  static const int registered = sqlite3_vfs_register(&vfs, 0);
  if (registered != SQLITE_OK) return registered;
  const std::string name = images_to_open().add(image);
  const int code = sqlite3_open_v2(name.c_str(), handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, kVfs);
  images_to_open().remove(name);
  return code;
}

}  // namespace nsys_ai

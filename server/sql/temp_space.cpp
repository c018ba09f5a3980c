// A VFS that supports only temporary files; each is a list of blocks.
#include "sql/temp_space.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <new>
#include <vector>

#include "profile/sqlite_file/sqlite_vfs_parts.h"
#include "sql/query_budget.h"

namespace nsys_ai {

struct TempSpace::State {
  std::string name;
  QueryBudget& budget;
  sqlite3_vfs vfs{};
};

namespace {

constexpr size_t kBlockBytes = 64 << 10;
using TempBlock = std::array<char, kBlockBytes>;

struct TempFile : sqlite3_file {
  explicit TempFile(TempSpace::State& state) : sqlite3_file{}, space(state) {}
  ~TempFile() { resize_blocks(0); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  bool resize_blocks(size_t count) {
    const auto block_bytes = static_cast<int64_t>(kBlockBytes);
    while (blocks.size() > count) {
      blocks.pop_back();
      space.budget.release(block_bytes);
    }
    while (blocks.size() < count) {
      if (!space.budget.allows(block_bytes)) return false;
      blocks.push_back(std::make_unique<TempBlock>());
      space.budget.hold(block_bytes);
    }
    return true;
  }

  TempSpace::State& space;
  size_t size = 0;
  std::vector<std::unique_ptr<TempBlock>> blocks;
};

TempFile& file_of(sqlite3_file* file) { return *static_cast<TempFile*>(file); }
TempSpace::State& state_of(sqlite3_vfs* vfs) { return *static_cast<TempSpace::State*>(vfs->pAppData); }

// Calls `visit(bytes of a block, count, count of bytes before)` for each piece of [offset, offset + count).
template <class Visit>
void for_each_piece(TempFile& file, size_t offset, size_t count, const Visit& visit) {
  for (size_t done = 0; done < count;) {
    const size_t at = (offset + done) % kBlockBytes;
    const size_t length = std::min(count - done, kBlockBytes - at);
    visit(file.blocks[(offset + done) / kBlockBytes]->data() + at, length, done);
    done += length;
  }
}

int close(sqlite3_file* file) {
  file_of(file).~TempFile();
  return SQLITE_OK;
}

int read(sqlite3_file* file, void* into, int bytes, sqlite3_int64 from) {
  TempFile& temp = file_of(file);
  const auto offset = static_cast<size_t>(from);
  const auto count = static_cast<size_t>(bytes);
  const size_t there = std::min(count, temp.size - std::min(temp.size, offset));
  auto* out = static_cast<char*>(into);
  for_each_piece(temp, offset, there, [&](const char* piece, size_t length, size_t done) {
    std::memcpy(out + done, piece, length);
  });
  std::memset(out + there, 0, count - there);
  return there == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 to) {
  TempFile& temp = file_of(file);
  const auto offset = static_cast<size_t>(to);
  const auto count = static_cast<size_t>(bytes);
  const size_t end = std::max(temp.size, offset + count);
  const size_t needed = (end + kBlockBytes - 1) / kBlockBytes;
  try {
    if (needed > temp.blocks.size() && !temp.resize_blocks(needed)) return SQLITE_FULL;
  } catch (const std::bad_alloc&) {
    return SQLITE_IOERR_NOMEM;
  }
  const auto* in = static_cast<const char*>(data);
  for_each_piece(temp, offset, count,
                 [&](char* piece, size_t length, size_t done) { std::memcpy(piece, in + done, length); });
  temp.size = end;
  return SQLITE_OK;
}

int truncate(sqlite3_file* file, sqlite3_int64 to) {
  TempFile& temp = file_of(file);
  const auto size = static_cast<size_t>(to);
  if (size >= temp.size) return SQLITE_OK;
  temp.size = size;
  temp.resize_blocks((size + kBlockBytes - 1) / kBlockBytes);
  return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  *size = static_cast<sqlite3_int64>(file_of(file).size);
  return SQLITE_OK;
}

const sqlite3_io_methods& file_functions() {
  static const sqlite3_io_methods functions = [] {
    sqlite3_io_methods methods = unshared_file_methods();
    methods.xClose = close;
    methods.xRead = read;
    methods.xWrite = write;
    methods.xTruncate = truncate;
    methods.xFileSize = file_size;
    methods.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
    return methods;
  }();
  return functions;
}

int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  file->pMethods = nullptr;
  // A file with a name would be on a disk.
  if (name) return SQLITE_CANTOPEN;
  auto* temp = new (file) TempFile(state_of(vfs));
  temp->pMethods = &file_functions();
  if (flags_out) *flags_out = flags;
  return SQLITE_OK;
}

void fill_in(TempSpace::State& state) {
  sqlite3_vfs& vfs = state.vfs;
  vfs = pathless_vfs();
  vfs.szOsFile = static_cast<int>(sizeof(TempFile));
  vfs.zName = state.name.c_str();
  vfs.pAppData = &state;
  vfs.xOpen = open;
  vfs.xDelete = [](sqlite3_vfs*, const char*, int) { return SQLITE_OK; };
}

}  // namespace

TempSpace::TempSpace(QueryBudget& budget) : state_(new State{{}, budget}) {
  static std::atomic<uint64_t> count{0};
  state_->name = fmt::format("nsys-ai-temp-{}", count++);
  fill_in(*state_);
  sqlite3_vfs_register(&state_->vfs, 0);
}

TempSpace::~TempSpace() { sqlite3_vfs_unregister(&state_->vfs); }

const std::string& TempSpace::vfs_name() const { return state_->name; }

}  // namespace nsys_ai

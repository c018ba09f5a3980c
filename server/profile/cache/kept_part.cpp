// Stores one block after a header.
#include "profile/cache/kept_part.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/descriptor.h"
#include "base/memory.h"
#include "base/program_file.h"
#include "profile/cache/checksum.h"
#include "profile/cache/column_cache.h"
#include "profile/open_file.h"
#include "profile/sqlite_file/readable_file.h"

namespace nsys_ai {
namespace {

struct PartHeader {
  static constexpr std::array<char, 8> kMagic = {'n', 's', 'y', 's', 'p', 'a', 'r', 't'};

  std::array<char, 8> magic = kMagic;
  uint64_t version = 0;
  SourceIdentity source;
  uint64_t bytes = 0;
  uint64_t sum = 0;
  uint64_t own_sum = 0;  // checksum of the header up to here

  uint64_t computed_sum() const { return checksum(this, offsetof(PartHeader, own_sum)); }
};
static_assert(std::has_unique_object_representations_v<PartHeader>);

// Writes in pieces, between which it checks for cancellation.
bool write_all(const Descriptor& file, std::span<const uint8_t> bytes, uint64_t at,
               const CancelToken& cancel) {
  constexpr size_t kPiece = size_t{1} << 20;
  while (!bytes.empty()) {
    if (cancel.cancelled()) return false;
    const ssize_t put =
        ::pwrite(file.number(), bytes.data(), std::min(bytes.size(), kPiece), static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(put));
    at += static_cast<uint64_t>(put);
  }
  return true;
}

}  // namespace

std::optional<CachedPart> part_of_program(const char* suffix) {
  const auto program = program_stamp();
  if (!program) return std::nullopt;
  return CachedPart{suffix, *program};
}

std::optional<std::vector<uint8_t>> load_part(const Profile& profile, const CachedPart& part) {
  const OpenFile* const file = profile.file();
  if (file == nullptr || !file->cache) return std::nullopt;
  return file->cache->find_part(profile, part);
}

void store_part(const Profile& profile, const CachedPart& part, std::span<const uint8_t> bytes) {
  const OpenFile* const file = profile.file();
  if (file != nullptr && file->cache) file->cache->store_part(profile, part, bytes, {});
}

void remove_part(const Profile& profile, const CachedPart& part) {
  const OpenFile* const file = profile.file();
  if (file != nullptr && file->cache) file->cache->remove_part(profile, part);
}

bool write_part_file(std::span<const uint8_t> bytes, const CachedPart& part, const SourceIdentity& source,
                     const std::filesystem::path& path, const CancelToken& cancel) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return false;
  PartHeader header;
  header.version = part.version;
  header.source = source;
  header.bytes = bytes.size();
  header.sum = checksum(bytes.data(), bytes.size());
  header.own_sum = header.computed_sum();
  return write_all(file, bytes, sizeof(header), cancel) &&
         write_all(file, {reinterpret_cast<const uint8_t*>(&header), sizeof(header)}, 0, cancel);
}

PartRead read_part_file(const CachedPart& part, const SourceIdentity& source,
                        const std::filesystem::path& path) {
  int cause = 0;
  const ReadableFile file = ReadableFile::open(path, cause);
  if (!file) return {};
  PartRead useless{std::nullopt, true};
  PartHeader header;
  if (!file.read(0, sizeof(header), reinterpret_cast<unsigned char*>(&header)) ||
      header.magic != PartHeader::kMagic || header.version != part.version ||
      header.own_sum != header.computed_sum() || header.source != source ||
      header.bytes != file.size() - sizeof(header))
    return useless;
  // A sparse file takes no disk space and can claim any size.
  if (header.bytes > static_cast<uint64_t>(memory_left())) return {};
  std::vector<uint8_t> bytes(header.bytes);
  if (!file.read(sizeof(header), bytes.size(), bytes.data()) ||
      checksum(bytes.data(), bytes.size()) != header.sum)
    return useless;
  return {std::move(bytes), false};
}

}  // namespace nsys_ai

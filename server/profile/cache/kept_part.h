// Caches data derived from a complete profile that takes long to compute, beside the profile's columns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/cache/source_identity.h"
#include "profile/profile.h"

namespace nsys_ai {

// Identifies the kind of data; the code that creates it defines its bytes.
struct CachedPart {
  const char* suffix = nullptr;  // suffix of its file, a constant of CacheFolder
  uint64_t version = 0;          // incremented when the meaning of the bytes changes
};

// A part whose bytes depend on what this program computes, so that those of another build are ignored;
// nullopt where the system does not identify the build.
std::optional<CachedPart> part_of_program(const char* suffix);

// Data that is computed in the background, so that it is ready on first use.
struct PartToCache {
  CachedPart part;
  std::function<Result<std::vector<uint8_t>>(const Profile&, const Work&)> make;
};

// Looks in the cache that the profile was opened with; empty where there is no data. The bytes are as they
// were written, by this version, for this state of the file; the caller must validate their content.
std::optional<std::vector<uint8_t>> load_part(const Profile& profile, const CachedPart& part);

// Stores the bytes where the cache has room and nobody else writes the same part; otherwise the next
// opening computes them again.
void store_part(const Profile& profile, const CachedPart& part, std::span<const uint8_t> bytes);

// Removes bytes with invalid content.
void remove_part(const Profile& profile, const CachedPart& part);

// The file: a header with a checksum of its own and one of the bytes that follow.
bool write_part_file(std::span<const uint8_t> bytes, const CachedPart& part, const SourceIdentity& source,
                     const std::filesystem::path& path, const CancelToken& cancel);
struct PartRead {
  std::optional<std::vector<uint8_t>> bytes;
  bool is_useless = false;  // the file exists and must be removed
};
PartRead read_part_file(const CachedPart& part, const SourceIdentity& source,
                        const std::filesystem::path& path);

}  // namespace nsys_ai

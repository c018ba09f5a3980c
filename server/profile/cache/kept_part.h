// What is made of a whole profile and takes long, kept beside its columns.
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

// Which of them: its bytes are the business of who makes them.
struct KeptPart {
  const char* suffix = nullptr;  // of its file, a constant of CacheFolder
  uint64_t version = 0;          // goes up with what the bytes mean
};

// Made in the background, so that it is there when it is asked for.
struct PartToKeep {
  KeptPart part;
  std::function<Result<std::vector<uint8_t>>(const Profile&, const Work&)> make;
};

// Looked up in the cache that the profile was opened with; nothing where there is none. The bytes are as they
// were written, by this version, of this state of the file, and say nothing yet about what they mean.
std::optional<std::vector<uint8_t>> kept_part(const Profile& profile, const KeptPart& part);

// Kept by who made it, where the cache has room and nobody writes of the same profile; else the next opening
// makes it anew.
void keep_part(const Profile& profile, const KeptPart& part, std::span<const uint8_t> bytes);

// Removes it: its bytes mean nothing.
void drop_part(const Profile& profile, const KeptPart& part);

// The file: a header with a checksum of its own and one of the bytes behind it.
bool write_part_file(std::span<const uint8_t> bytes, const KeptPart& part, const SourceIdentity& source,
                     const std::filesystem::path& path, const CancelToken& cancel);
struct PartRead {
  std::optional<std::vector<uint8_t>> bytes;
  bool is_useless = false;  // there is a file, and it is to go
};
PartRead read_part_file(const KeptPart& part, const SourceIdentity& source,
                        const std::filesystem::path& path);

}  // namespace nsys_ai

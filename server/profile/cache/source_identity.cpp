// Reads only a few pages, so it takes milliseconds at any size.
#include "profile/cache/source_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profile/cache/checksum.h"

namespace nsys_ai {
namespace {

constexpr uint64_t kPagesRead = 16;

}  // namespace

std::string SourceIdentity::key() const {
  const uint64_t parts[] = {bytes, static_cast<uint64_t>(modified_ns),
                            static_cast<uint64_t>(inode_changed_ns), pages};
  return fmt::format("{:016x}", checksum(parts, sizeof(parts)));
}

std::optional<SourceIdentity> identity_of(const FileImage& image, SourceKind kind, int64_t stable_ns) {
  const ReadableFile& file = image.file();
  if (image.has_journal_files()) return std::nullopt;
  SourceIdentity identity{file.size(), 0, 0, 0};
  if (kind == SourceKind::file) {
    if (image.was_changed() || !file.is_stable(stable_ns)) return std::nullopt;
    identity.modified_ns = file.stamp().changed_ns;
    identity.inode_changed_ns = file.inode_changed_ns();
  }
  std::vector<unsigned char> page(image.page_size());
  const uint64_t last = image.page_count() - 1;
  for (uint64_t i = 0; i < kPagesRead; ++i) {
    const auto number = static_cast<uint32_t>(1 + last * i / (kPagesRead - 1));
    if (!image.read_pages(number, 1, page.data())) return std::nullopt;
    identity.pages = checksum(page.data(), page.size(), identity.pages);
  }
  return identity;
}

}  // namespace nsys_ai

// Reads runs of pages, and splits them only where a journal or a log replaces some.
#include "profile/sqlite_file/file_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "profile/cache/checksum.h"
#include "profile/sqlite_file/file_check.h"

namespace nsys_ai {
namespace {

// The header's format versions for writers and readers, and their values without a log.
constexpr size_t kVersions[] = {18, 19};
constexpr unsigned char kFormatWithLog = 2;
constexpr unsigned char kFormatWithoutLog = 1;

constexpr uint64_t kPagesSummed = 16;

}  // namespace

FileImage::FileImage(const std::filesystem::path& path, ReadableFile file, const CancelToken& cancel)
    : file_(std::move(file)), journal_files_(path, file_, cancel) {
  const std::vector<unsigned char>& header = journal_files_.header();
  page_size_ = page_size_in(header);
  if (page_size_ == 0) return;
  usable_size_ = page_size_ - header[20];
  // One less than the largest number, so that counting past the last page does not wrap around.
  page_count_ = static_cast<uint32_t>(std::min<uint64_t>(
      journal_files_.page_count() ? *journal_files_.page_count() : file_.size() / page_size_,
      UINT32_MAX - 1));
  // An empty database has 0; 2 and 3 are the two forms of UTF-16.
  is_utf8_ = header[59] < 2;
  sum_ = sum_of_some_pages();
}

Result<FileImagePtr> FileImage::open(const std::filesystem::path& path, const CancelToken& cancel) {
  int cause = 0;
  ReadableFile file = ReadableFile::open(path, cause);
  if (!file)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be opened: {}.", path.string(), std::strerror(cause)),
                "Check the path.");
  // The constructor is private.
  const std::shared_ptr<const FileImage> image(new FileImage(path, std::move(file), cancel));
  if (cancel.cancelled()) return cancelled();
  const JournalFiles& companions = image->journal_files_;
  if (companions.page_count() == 0u)
    return fail(
        ErrorCode::cannot_do,
        fmt::format("{} holds nothing yet: the first transaction on it has not ended, or was interrupted.",
                    path.string()),
        "Let the export finish, or export the report again.");
  const auto& header = companions.header();
  const uint64_t bytes =
      companions.page_count() ? uint64_t{image->page_count_} * image->page_size_ : image->file_bytes();
  if (auto wrong =
          database_error(path, {reinterpret_cast<const char*>(header.data()), header.size()}, bytes))
    return tl::unexpected(*wrong);
  // SQLite's own limits: a page is a power of two from 512, and at least 480 bytes of it are content.
  if (image->page_size_ == 0 || image->usable_size_ < 480)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} is damaged: its header names an impossible page size.", path.string()),
                "Copy it again, or export the report again.");
  return image;
}

bool FileImage::read_own_pages(uint32_t first, uint32_t count, unsigned char* into) const {
  return file_.read(uint64_t{first - 1} * page_size_, size_t{count} * page_size_, into);
}

bool FileImage::read_pages(uint32_t first, uint32_t count, unsigned char* into) const {
  if (first == 0 || first > page_count_ || count > page_count_ - first + 1) return false;
  const auto& places = journal_files_.places();
  auto place = std::lower_bound(places.begin(), places.end(), first,
                                [](const PageLocation& of, uint32_t page) { return of.page < page; });
  const uint32_t end = first + count;
  for (uint32_t page = first; page < end;) {
    unsigned char* const to = into + size_t{page - first} * page_size_;
    if (place != places.end() && place->page == page) {
      if (!place->file->read(place->offset, page_size_, to)) return false;
      ++place;
      ++page;
      continue;
    }
    const uint32_t until = place == places.end() ? end : std::min(end, place->page);
    if (!read_own_pages(page, until - page, to)) return false;
    page = until;
  }
  // The log is included in the image, so the header must not refer to another one.
  if (first == 1 && count > 0)
    for (const size_t at : kVersions)
      if (into[at] == kFormatWithLog) into[at] = kFormatWithoutLog;
  return true;
}

std::optional<uint64_t> FileImage::sum_of_some_pages() const {
  const uint64_t pages = file_.size() / page_size_;
  if (pages == 0) return std::nullopt;
  std::vector<unsigned char> page(page_size_);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < kPagesSummed; ++i) {
    const uint64_t at = (pages - 1) * i / (kPagesSummed - 1);
    if (!file_.read(at * page_size_, page_size_, page.data())) return std::nullopt;
    sum = checksum(page.data(), page.size(), sum);
  }
  return sum;
}

bool FileImage::was_changed() const {
  return file_.stamp_now() != file_.stamp() || journal_files_.changed() || has_other_content();
}

bool FileImage::has_other_content() const {
  return file_.stamp_now().bytes != file_.stamp().bytes || sum_of_some_pages() != sum_;
}

}  // namespace nsys_ai

// Replays a journal like SQLite after an interruption, but into a list of locations.
#include "profile/sqlite_file/rollback_journal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>

#include "profile/sqlite_file/big_endian.h"

namespace nsys_ai {
namespace {

constexpr std::array<unsigned char, 8> kJournalMagic = {0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7};
constexpr size_t kJournalHeaderBytes = 28;
// Written when SQLite does not wait for the disk: the journal has as many records as fit.
constexpr uint32_t kUntilTheEnd = UINT32_MAX;
// The page with this byte is for locks and never has content.
constexpr uint32_t kLockByte = 0x40000000;
constexpr uint32_t kLongestName = 4096;

struct JournalHeader {
  uint32_t records = 0;
  uint32_t nonce = 0;
  uint32_t page_count = 0;
  uint32_t sector_size = 0;
  uint32_t page_size = 0;
};

// A transaction over several files names a master journal at the end of each of its journals. It has ended
// when the master journal is gone.
bool has_ended(const ReadableFile& file) {
  std::array<unsigned char, 16> end{};
  if (file.size() < end.size() || !file.read(file.size() - end.size(), end.size(), end.data())) return false;
  const uint32_t length = big_endian_32(end.data());
  if (std::memcmp(end.data() + 8, kJournalMagic.data(), kJournalMagic.size()) != 0 || length == 0 ||
      length >= kLongestName || length > file.size() - end.size())
    return false;
  std::string name(length, '\0');
  if (!file.read(file.size() - end.size() - length, length, reinterpret_cast<unsigned char*>(name.data())))
    return false;
  uint32_t sum = 0;
  for (const char c : name) sum += static_cast<uint32_t>(static_cast<signed char>(c));
  if (sum != big_endian_32(end.data() + 4)) return false;
  std::error_code error;
  return !std::filesystem::exists(name.c_str(), error) && !error;
}

class Playback {
 public:
  Playback(const ReadableFile& file, uint32_t page_size) : file_(file), page_size_(page_size) {}

  RollbackJournal read() {
    auto header = header_at(0);
    if (!header || !takes_sizes_of(*header) || sector_size_ > file_.size()) {
      journal_.state = RollbackJournal::State::broken;
      return std::move(journal_);
    }
    journal_.state = RollbackJournal::State::hot;
    journal_.before.page_size = page_size_;
    journal_.before.page_count = header->page_count;
    uint64_t at = 0;
    // When the journal is flushed and continues, another header begins on the next sector.
    while (header) {
      const auto end = play(*header, at + sector_size_);
      if (!end) break;
      at = (*end + sector_size_ - 1) / sector_size_ * sector_size_;
      header = header_at(at);
    }
    return std::move(journal_);
  }

 private:
  std::optional<JournalHeader> header_at(uint64_t at) const {
    std::array<unsigned char, kJournalHeaderBytes> bytes{};
    if (!file_.read(at, bytes.size(), bytes.data())) return std::nullopt;
    if (std::memcmp(bytes.data(), kJournalMagic.data(), kJournalMagic.size()) != 0) return std::nullopt;
    const auto number = [&](size_t place) { return big_endian_32(bytes.data() + place); };
    return JournalHeader{number(8), number(12), number(16), number(20), number(24)};
  }

  // Only the first header states the sizes.
  bool takes_sizes_of(const JournalHeader& header) {
    if (header.page_size != 0) page_size_ = header.page_size;
    sector_size_ = header.sector_size;
    return page_size_ >= 512 && page_size_ <= 65536 && std::has_single_bit(page_size_) &&
           sector_size_ >= 32 && sector_size_ <= 65536 && std::has_single_bit(sector_size_);
  }

  // Replays the records of one header, up to the first invalid one. Returns their end; empty where the
  // journal is truncated.
  std::optional<uint64_t> play(const JournalHeader& header, uint64_t at) {
    const uint64_t record_bytes = uint64_t{page_size_} + 8;
    const bool counted = header.records != kUntilTheEnd;
    const uint64_t records = counted ? header.records : (std::max(file_.size(), at) - at) / record_bytes;
    record_.resize(record_bytes);
    for (uint64_t i = 0; i < records; ++i, at += record_bytes) {
      if (at + record_bytes > file_.size() || !file_.read(at, record_bytes, record_.data()) || is_no_page() ||
          !checksum_holds(header.nonce)) {
        // In a journal without a record count, the last record may be partly written, and its page is then
        // unchanged.
        if (counted || (i + 1 < records && !is_no_page())) journal_.missing += records - i;
        return std::nullopt;
      }
      const uint32_t page = big_endian_32(record_.data());
      if (page <= journal_.before.page_count) journal_.before.places.push_back({page, &file_, at + 4});
    }
    return at;
  }

  bool is_no_page() const {
    const uint32_t page = big_endian_32(record_.data());
    return page == 0 || page == kLockByte / page_size_ + 1;
  }

  // Sums every 200th byte from the end of the page, like SQLite.
  bool checksum_holds(uint32_t nonce) const {
    const unsigned char* page = record_.data() + 4;
    uint32_t sum = nonce;
    for (uint32_t at = page_size_ - 200; at > 0 && at < page_size_; at -= 200) sum += page[at];
    return sum == big_endian_32(page + page_size_);
  }

  const ReadableFile& file_;
  uint32_t page_size_;
  uint32_t sector_size_ = 0;
  std::vector<unsigned char> record_;
  RollbackJournal journal_;
};

}  // namespace

RollbackJournal read_rollback_journal(const ReadableFile& file, uint32_t page_size) {
  unsigned char first = 0;
  // A finished transaction may leave its journal with a zeroed header instead of deleting it.
  if (!file.read(0, 1, &first) || first == 0 || has_ended(file)) return {};
  return Playback(file, page_size).read();
}

}  // namespace nsys_ai

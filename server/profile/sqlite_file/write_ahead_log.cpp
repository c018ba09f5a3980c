// A frame is valid while its salts equal those of the header and the chain of checksums is correct; a
// transaction is complete when its last frame states the size of the database.
#include "profile/sqlite_file/write_ahead_log.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "profile/sqlite_file/big_endian.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kLogMagic = 0x377F0682;  // the lowest bit is the byte order of checksums
constexpr uint32_t kVersion = 3007000;
constexpr size_t kLogHeaderBytes = 32;
constexpr size_t kFrameHeaderBytes = 24;
constexpr size_t kLogReadBytes = 1 << 20;

class Checksum {
 public:
  explicit Checksum(bool big_endian) : big_endian_(big_endian) {}

  // `bytes` is a multiple of eight.
  void add(const unsigned char* at, size_t bytes) {
    for (const unsigned char* end = at + bytes; at < end; at += 8) {
      first_ += word(at) + second_;
      second_ += word(at + 4) + first_;
    }
  }
  bool is(const unsigned char* stored) const {
    return first_ == big_endian_32(stored) && second_ == big_endian_32(stored + 4);
  }

 private:
  uint32_t word(const unsigned char* at) const {
    if (big_endian_) return big_endian_32(at);
    return uint32_t{at[3]} << 24 | uint32_t{at[2]} << 16 | uint32_t{at[1]} << 8 | at[0];
  }

  bool big_endian_;
  uint32_t first_ = 0;
  uint32_t second_ = 0;
};

class Frames {
 public:
  Frames(const ReadableFile& file, const unsigned char* header, Checksum checksum)
      : file_(file), header_(header), checksum_(checksum) {
    log_.committed.page_size = big_endian_32(header + 8);
    frame_bytes_ = kFrameHeaderBytes + log_.committed.page_size;
    frames_ = (std::max<uint64_t>(file.size(), kLogHeaderBytes) - kLogHeaderBytes) / frame_bytes_;
  }

  WriteAheadLog read(const CancelToken& cancel) {
    const size_t most = std::max<size_t>(1, kLogReadBytes / frame_bytes_);
    std::vector<unsigned char> buffer(most * frame_bytes_);
    for (uint64_t at = 0; at < frames_ && !cancel.cancelled() && of_this_run_;) {
      const auto count = static_cast<size_t>(std::min<uint64_t>(most, frames_ - at));
      if (!file_.read(offset_of(at), count * frame_bytes_, buffer.data())) break;
      for (size_t i = 0; i < count && of_this_run_; ++i)
        add_frame(buffer.data() + i * frame_bytes_, offset_of(at + i));
      at += count;
    }
    log_.skipped += log_.committed.places.size() - whole_;
    log_.committed.places.resize(whole_);
    return std::move(log_);
  }

 private:
  uint64_t offset_of(uint64_t frame) const { return kLogHeaderBytes + frame * frame_bytes_; }

  void add_frame(const unsigned char* frame, uint64_t offset) {
    // Other salts belong to an earlier run, which was copied into the database before this one began.
    of_this_run_ = std::memcmp(frame + 8, header_ + 16, 8) == 0;
    if (!of_this_run_) return;
    const uint32_t page = big_endian_32(frame);
    if (chain_holds_) {
      checksum_.add(frame, 8);
      checksum_.add(frame + kFrameHeaderBytes, log_.committed.page_size);
      chain_holds_ = page != 0 && checksum_.is(frame + 16);
    }
    if (!chain_holds_) {
      ++log_.skipped;
      return;
    }
    log_.committed.places.push_back({page, &file_, offset + kFrameHeaderBytes});
    const uint32_t pages_after_commit = big_endian_32(frame + 4);
    if (pages_after_commit == 0) return;
    log_.committed.page_count = pages_after_commit;
    whole_ = log_.committed.places.size();
  }

  const ReadableFile& file_;
  const unsigned char* header_;
  Checksum checksum_;
  uint64_t frame_bytes_ = 0;
  uint64_t frames_ = 0;
  bool of_this_run_ = true;
  bool chain_holds_ = true;
  size_t whole_ = 0;  // number of places up to the last commit
  WriteAheadLog log_;
};

}  // namespace

std::optional<WriteAheadLog> read_write_ahead_log(const ReadableFile& file, const CancelToken& cancel) {
  std::array<unsigned char, kLogHeaderBytes> header{};
  if (!file.read(0, header.size(), header.data())) return std::nullopt;
  const uint32_t magic = big_endian_32(header.data());
  const uint32_t page_size = big_endian_32(header.data() + 8);
  if ((magic & ~1u) != kLogMagic || big_endian_32(header.data() + 4) != kVersion) return std::nullopt;
  if (page_size < 512 || page_size > 65536 || !std::has_single_bit(page_size)) return std::nullopt;
  Checksum checksum((magic & 1) != 0);
  checksum.add(header.data(), kLogHeaderBytes - 8);
  if (!checksum.is(header.data() + kLogHeaderBytes - 8)) return std::nullopt;
  return Frames(file, header.data(), checksum).read(cancel);
}

}  // namespace nsys_ai

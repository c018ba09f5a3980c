// Stores merged slices of one row in about a dozen bytes each, searchable by time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// Appends a number in groups of seven bits, lowest first; the last byte has a clear high bit.
inline void put_number(std::vector<uint8_t>& into, uint64_t number) {
  for (; number >= 0x80; number >>= 7) into.push_back(static_cast<uint8_t>(number) | 0x80);
  into.push_back(static_cast<uint8_t>(number));
}
// Zigzag encoding, since many numbers are slightly negative.
constexpr uint64_t folded(int64_t number) {
  return (static_cast<uint64_t>(number) << 1) ^ static_cast<uint64_t>(number >> 63);
}
constexpr int64_t unfolded(uint64_t number) {
  return static_cast<int64_t>(number >> 1) ^ -static_cast<int64_t>(number & 1);
}

// Reads these numbers; a truncated one is 0 and reported by the reader.
class NumberReader {
 public:
  explicit NumberReader(std::span<const uint8_t> from) : at_(from.data()), end_(from.data() + from.size()) {}

  uint64_t number() {
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) return fail();
      const uint8_t byte = *at_++;
      number |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    return fail();
  }
  std::span<const uint8_t> bytes(uint64_t count) {
    if (count > left()) {
      fail();
      return {};
    }
    const auto* from = at_;
    at_ += count;
    return {from, count};
  }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  bool good() const { return good_; }

 private:
  uint64_t fail() {
    good_ = false;
    at_ = end_;
    return 0;
  }

  const uint8_t* at_;
  const uint8_t* end_;
  bool good_ = true;
};

// Filled by one thread and immutable afterwards. A slice is an Event; the row determines its device and,
// except for operations, its kind.
class SliceList {
 public:
  // The kind of the row, and its device if it has one.
  struct Row {
    EventKind kind = EventKind::kernel;
    DeviceIx device = DeviceIx::none();
  };

  // Slices arrive by start.
  void append(const Event& slice);
  void fit() {
    bytes_.shrink_to_fit();
    chunks_.shrink_to_fit();
  }
  // Reads the output of `bytes`; empty where it is invalid, or where `can_be` rejects a slice.
  template <class CanBe>
  static std::optional<SliceList> read(std::span<const uint8_t> bytes, uint64_t count, const Row& row,
                                       CanBe can_be);

  size_t size() const { return size_; }
  std::span<const uint8_t> bytes() const { return bytes_; }
  size_t memory() const { return bytes_.capacity() + chunks_.capacity() * sizeof(Chunk); }

  // Calls `visit` with the slices that overlap the given time, by start, until it returns false.
  template <class Take>
  void each(const Row& row, std::optional<Interval> time, Take visit) const;

 private:
  static constexpr size_t kChunk = 128;
  struct Chunk {
    int64_t start;  // start of its first slice
    int64_t reach;  // the latest end of all earlier slices
    size_t offset;
  };

  template <class Take>
  bool each_of_chunk(NumberReader& from, size_t count, const Row& row, Take visit) const;

  std::vector<uint8_t> bytes_;
  std::vector<Chunk> chunks_;
  size_t size_ = 0;
  // The previous slice while slices are appended:
  int64_t start_ = 0;
  int64_t reach_ = INT64_MIN;
  uint32_t at_ = 0;
};

template <class Take>
bool SliceList::each_of_chunk(NumberReader& from, size_t count, const Row& row, Take visit) const {
  int64_t start = 0;
  uint32_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    Event slice;
    slice.kind = row.kind;
    slice.device = row.device;
    start = static_cast<int64_t>(
        static_cast<uint64_t>(start) +
        static_cast<uint64_t>(i == 0 ? unfolded(from.number()) : static_cast<int64_t>(from.number())));
    const uint64_t length = from.number();
    at += static_cast<uint32_t>(unfolded(from.number()));
    const uint64_t what = from.number();
    slice.at = at;
    slice.time = {start, static_cast<int64_t>(static_cast<uint64_t>(start) + length)};
    slice.count = static_cast<uint32_t>(what >> 3);
    slice.mixed = (what & 4) != 0;
    if (is_operation(row.kind)) slice.kind = static_cast<EventKind>(what & 3);
    slice.covered = static_cast<int64_t>(length);
    if (slice.count > 1)
      slice.covered = static_cast<int64_t>(length - static_cast<uint64_t>(unfolded(from.number())));
    if (!from.good() || !visit(slice)) return false;
  }
  return true;
}

template <class Take>
void SliceList::each(const Row& row, std::optional<Interval> time, Take visit) const {
  // Both values are monotonic over the chunks.
  const auto first =
      !time ? chunks_.begin() : std::partition_point(chunks_.begin(), chunks_.end(), [&](const Chunk& chunk) {
        return chunk.reach < time->start;
      });
  size_t chunk = static_cast<size_t>(first - chunks_.begin());
  if (chunk > 0) --chunk;  // the last chunk before which all slices had ended
  for (; chunk < chunks_.size() && (!time || chunks_[chunk].start <= time->end); ++chunk) {
    NumberReader from(std::span<const uint8_t>(bytes_).subspan(chunks_[chunk].offset));
    const bool more =
        each_of_chunk(from, std::min(kChunk, size_ - chunk * kChunk), row, [&](const Event& slice) {
          if (time && slice.time.start > time->end) return false;
          return (time && slice.time.end < time->start) || visit(slice);
        });
    if (!more) return;
  }
}

template <class CanBe>
std::optional<SliceList> SliceList::read(std::span<const uint8_t> bytes, uint64_t count, const Row& row,
                                         CanBe can_be) {
  if (count > bytes.size()) return std::nullopt;
  SliceList list;
  NumberReader from(bytes);
  int64_t before = INT64_MIN;
  for (uint64_t done = 0; done < count; done += kChunk) {
    const bool good =
        list.each_of_chunk(from, std::min<uint64_t>(kChunk, count - done), row, [&](const Event& slice) {
          if (slice.time.start < before || slice.time.end < slice.time.start || slice.count < 1 ||
              !can_be(slice))
            return false;
          before = slice.time.start;
          list.append(slice);
          return true;
        });
    if (!good) return std::nullopt;
  }
  if (from.left() > 0 || !std::ranges::equal(bytes, list.bytes())) return std::nullopt;
  list.fit();
  return list;
}

}  // namespace nsys_ai::perfetto

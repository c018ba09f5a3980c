// Stores many short byte strings contiguously.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "profile/column.h"

namespace nsys_ai {

// Lengths use as few bytes as nearly all of them need, and the offset of every 32nd string is stored: a tenth
// of the size of a list of views.
template <class Narrow>
class ByteRuns {
 public:
  static constexpr size_t kTogether = 32;

  size_t size() const { return lengths_.size(); }
  size_t length(size_t at) const { return static_cast<size_t>(lengths_[at]); }
  std::string_view operator[](size_t at) const {
    const size_t bytes = length(at);
    if (bytes == 0) return {};
    return {bytes_.begin() + begin_of(at), bytes};
  }
  // The same string, when its offset is known.
  std::string_view run_at(uint64_t begin, size_t at) const { return {bytes_.begin() + begin, length(at)}; }
  uint64_t text_bytes() const { return bytes_.size(); }
  size_t bytes() const { return lengths_.bytes() + bytes_.bytes() + begins_.bytes(); }
  // Reads strings, fastest in consecutive order. Valid while none is appended.
  class Reader {
   public:
    explicit Reader(const ByteRuns& runs) : runs_(&runs) {}
    std::string_view run(size_t at) {
      if (at != next_) begin_ = runs_->begin_of(at);
      const std::string_view run = runs_->run_at(begin_, at);
      next_ = at + 1;
      begin_ += run.size();
      return run;
    }

   private:
    const ByteRuns* runs_;
    size_t next_ = 0;
    uint64_t begin_ = 0;  // offset of the next string
  };
  // Evaluates `holds(at, run)` for each `at` in [first, last), where `first` is a multiple of kTogether.
  // Consecutive access needs no search for offsets.
  template <class Holds>
  bool all_hold(size_t first, size_t last, Holds holds) const {
    if (first >= last) return true;
    uint64_t begin = begins_[first / kTogether];
    for (size_t at = first; at < last; ++at) {
      const size_t bytes = length(at);
      if (!holds(at, std::string_view(bytes_.begin() + begin, bytes))) return false;
      begin += bytes;
    }
    return true;
  }

  [[gnu::always_inline]] void push_back(std::string_view run) {
    if (size() % kTogether == 0) begins_.push_back(bytes_.size());
    lengths_.push_number(static_cast<int64_t>(run.size()));
    if (run.empty()) return;
    const size_t end = bytes_.size() + run.size();
    if (end > bytes_.bytes()) bytes_.reserve(end + end / 2);
    bytes_.resize_raw(end);
    std::memcpy(&bytes_[end - run.size()], run.data(), run.size());
  }
  // Concatenates the strings of all parts on several threads; the parts are released.
  static ByteRuns concatenated(const std::vector<ByteRuns*>& parts, size_t threads) {
    ByteRuns whole;
    std::vector<uint64_t> first, begin;  // of each part: its first string, and the offset of that
    uint64_t runs = 0, bytes = 0;
    for (const ByteRuns* part : parts) {
      first.push_back(std::exchange(runs, runs + part->size()));
      begin.push_back(std::exchange(bytes, bytes + part->text_bytes()));
    }
    whole.lengths_.reserve(runs);
    for (ByteRuns* part : parts) {
      whole.lengths_.append(part->lengths_);
      part->lengths_.clear_and_free();
    }
    whole.bytes_.resize_raw(bytes);
    whole.begins_.resize_raw((runs + kTogether - 1) / kTogether);
    parallel_for(threads, parts.size(), [&](size_t part) {
      const uint64_t end = part + 1 < parts.size() ? first[part + 1] : runs;
      uint64_t at_byte = begin[part];
      for (uint64_t at = first[part]; at < end; ++at) {
        if (at % kTogether == 0) whole.begins_[at / kTogether] = at_byte;
        at_byte += whole.length(at);
      }
      Plain<char>& texts = parts[part]->bytes_;
      if (!texts.empty()) std::memcpy(&whole.bytes_[begin[part]], texts.begin(), texts.size());
      texts.clear_and_free();
      parts[part]->begins_.clear_and_free();
    });
    whole.lengths_.fit();
    return whole;
  }
  void clear_and_free() { *this = ByteRuns(); }

 private:
  friend ColumnParts;
  uint64_t begin_of(size_t at) const {
    uint64_t begin = begins_[at / kTogether];
    for (size_t i = at / kTogether * kTogether; i < at; ++i) begin += length(i);
    return begin;
  }

  Packed<Narrow> lengths_;
  Plain<char> bytes_;
  Plain<uint64_t> begins_;
};

}  // namespace nsys_ai

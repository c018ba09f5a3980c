// Pieces and times, for all formats.
#include "trace/writer.h"

#include <algorithm>
#include <limits>

namespace nsys_ai::perfetto {
namespace {

constexpr size_t kFirstBytes = size_t{4} << 10;

}  // namespace

Chunks::Chunks(const TraceSink& sink, size_t bytes)
    : sink_(sink), most_(std::max<size_t>(bytes, 1)), limit_(std::min(most_, kFirstBytes)) {
  text_.reserve(most_ + (size_t{16} << 10));
}

void Chunks::flush() {
  if (wanted_ && !text_.empty()) {
    wanted_ = sink_(text_);
    bytes_ += text_.size();
    limit_ = most_;
  }
  text_.clear();
}

int64_t Writer::shifted(int64_t time) {
  int64_t at = 0;
  if (__builtin_add_overflow(time, shift_, &at)) {
    at = std::numeric_limits<int64_t>::max();
    ++out_of_range_;
  }
  return std::max<int64_t>(at, 0);
}

}  // namespace nsys_ai::perfetto

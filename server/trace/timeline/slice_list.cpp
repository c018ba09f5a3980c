// Encodes each slice as its difference from the previous one.
#include "trace/timeline/slice_list.h"

namespace nsys_ai::perfetto {

void SliceList::append(const Event& slice) {
  const bool begins_chunk = size_ % kChunk == 0;
  if (begins_chunk) {
    chunks_.push_back({slice.time.start, reach_, bytes_.size()});
    at_ = 0;
  }
  const int64_t length = slice.time.end - slice.time.start;
  put_number(bytes_, begins_chunk ? folded(slice.time.start)
                                  : static_cast<uint64_t>(slice.time.start) - static_cast<uint64_t>(start_));
  put_number(bytes_, static_cast<uint64_t>(length));
  put_number(bytes_, folded(int64_t{slice.at} - int64_t{at_}));
  const auto kind = is_operation(slice.kind) ? static_cast<uint64_t>(slice.kind) : 0;
  put_number(bytes_, uint64_t{slice.count} << 3 | (slice.mixed ? 4 : 0) | kind);
  if (slice.count > 1) put_number(bytes_, folded(length - slice.covered));
  start_ = slice.time.start;
  at_ = slice.at;
  reach_ = std::max(reach_, slice.time.end);
  ++size_;
}

}  // namespace nsys_ai::perfetto

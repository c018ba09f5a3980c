// Finds stretches of consecutive operations of one sort on a stream.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "analysis/scope.h"
#include "base/interval_set.h"

namespace nsys_ai {

// What ended a stretch: a pause longer than the limit, an operation of another sort, or the end of the data.
enum class StretchEnd : uint8_t { pause, communication, compute, copy, memset, nothing };

struct StreamStretch {
  StreamIx stream;
  uint32_t number = 0;  // counted from 0, by beginning
  uint32_t first = 0;   // operation numbers
  uint32_t last = 0;
  Interval time;  // from the beginning of the first operation to the latest end
  int64_t operations = 0;
  int64_t busy = 0;  // the union of its operations
  StretchEnd ended = StretchEnd::nothing;
};

// Splits the operations of a device, passed in order of their starts, into stretches and calls
// `done(stretch)` for each completed one. For one thread.
template <class Done>
class StreamStretches {
 public:
  StreamStretches(int64_t longest_pause, Done done) : longest_pause_(longest_pause), done_(std::move(done)) {}

  // Adds an operation that belongs to stretches. Returns the number of its stretch.
  uint32_t add(StreamIx stream, uint32_t operation, Interval time) {
    auto [known, is_new] = open_.try_emplace(stream.value);
    StreamStretch& of = known->second;
    if (!is_new && time.start - of.time.end > longest_pause_) {
      end(of, StretchEnd::pause);
      is_new = true;
    }
    if (is_new)
      of = {.stream = stream, .number = begun_++, .first = operation, .time = {time.start, time.start}};
    of.last = operation;
    ++of.operations;
    of.busy += std::max<int64_t>(0, time.end - std::max(time.start, of.time.end));
    of.time.end = std::max(of.time.end, time.end);
    return of.number;
  }
  // Adds an operation that interrupts stretches.
  void interrupt(StreamIx stream, StretchEnd by) {
    const auto known = open_.find(stream.value);
    if (known == open_.end()) return;
    end(known->second, by);
    open_.erase(known);
  }
  // Ends all open stretches, after the last operation.
  void finish() {
    for (auto& [stream, of] : open_) end(of, StretchEnd::nothing);
    open_.clear();
  }

 private:
  void end(StreamStretch& of, StretchEnd by) {
    of.ended = by;
    done_(of);
  }

  int64_t longest_pause_;
  Done done_;
  uint32_t begun_ = 0;
  std::unordered_map<uint32_t, StreamStretch> open_;  // keyed by StreamIx
};

}  // namespace nsys_ai

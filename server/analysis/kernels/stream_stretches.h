// Operations of one sort that follow each other on a stream without a break.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "analysis/scope.h"
#include "base/interval_set.h"

namespace nsys_ai {

// What ended a stretch: a pause that is longer than allowed, an operation of another sort, or nothing more.
enum class StretchEnd : uint8_t { pause, communication, compute, copy, memset, nothing };

struct StreamStretch {
  StreamIx stream;
  uint32_t number = 0;  // from 0, in the order in which they began
  uint32_t first = 0;   // operation numbers
  uint32_t last = 0;
  Interval time;  // from the beginning of the first to the last end
  int64_t operations = 0;
  int64_t busy = 0;  // the union of its operations
  StretchEnd ended = StretchEnd::nothing;
};

// Puts the operations of a device, given in order of their starts, into stretches, and calls `done(stretch)`
// with each that ended. For one thread.
template <class Done>
class StreamStretches {
 public:
  StreamStretches(int64_t longest_pause, Done done) : longest_pause_(longest_pause), done_(std::move(done)) {}

  // An operation that belongs to stretches. Returns the number of its stretch.
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
  // One that breaks them.
  void interrupt(StreamIx stream, StretchEnd by) {
    const auto known = open_.find(stream.value);
    if (known == open_.end()) return;
    end(known->second, by);
    open_.erase(known);
  }
  // Nothing follows.
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
  std::unordered_map<uint32_t, StreamStretch> open_;  // by StreamIx
};

}  // namespace nsys_ai

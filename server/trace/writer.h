// The interface of trace formats: tracks, texts and events of consecutive sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/interval_set.h"
#include "trace/trace.h"

namespace nsys_ai::perfetto {

using TrackId = uint64_t;  // 0 means no track

// A row of the timeline, or a group of rows.
struct TrackInfo {
  TrackId id = 0;
  TrackId parent = 0;  // 0 at the top
  int32_t rank = 0;    // among its siblings
  std::string name{};
  std::optional<int64_t> pid{};  // if set, the track represents that process, or a thread of it
  std::optional<int64_t> tid{};
  std::string owner{};                // name of that process or thread; may be empty
  std::optional<std::string> unit{};  // of a counter, can be empty; not set for a track of slices
};

// The trace's table that contains a text.
enum class TextTable { category, event, argument, argument_text };
constexpr size_t kTextTables = 4;

// Number of a text in its table; 0 is none.
struct TextId {
  uint64_t number = 0;
};

struct Argument {
  TextId name;
  std::variant<uint64_t, TextId, std::string> value;
};

// The description of a slice or an instant besides its time. A flow draws an arrow to the next event with the
// same number.
struct EventInfo {
  enum class FlowPart { begins, goes_on, ends };

  TextId name;
  TextId category;
  TextId domain;  // a second category, if there is one
  TextId family;  // the family for colouring, where only references are shown (only_references)
  int64_t covered = -1;  // ns: of several merged events the length of their union; -1 for one event
  uint64_t flow = 0;
  FlowPart flow_part = FlowPart::begins;
  std::vector<Argument> arguments;
};

// Buffers output and passes it to the sink in pieces. The first piece is small, so that it arrives early.
class Chunks {
 public:
  Chunks(const TraceSink& sink, size_t bytes);

  // The unflushed output; callers append to it.
  std::string& text() { return text_; }
  // Marks a position where a piece may end.
  void cut() {
    if (text_.size() >= limit_) flush();
  }
  void flush();
  // False once the sink wants no more; nothing is written from then on.
  bool wanted() const { return wanted_; }
  uint64_t bytes() const { return bytes_; }

 private:
  const TraceSink& sink_;
  size_t most_;
  size_t limit_;
  std::string text_;
  bool wanted_ = true;
  uint64_t bytes_ = 0;
};

// Each sequence is in time order. For one thread.
class Writer {
 public:
  // `shift` is added to each time.
  Writer(const TraceSink& sink, size_t chunk_bytes, int64_t shift)
      : chunks_(sink, chunk_bytes), shift_(shift) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  // Called first, and whenever times go back. `start` is the time of the sequence's first event,
  // `utc_at_zero` the wall clock at time 0. Tracks stay valid; texts must be defined again.
  virtual void begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero) = 0;
  virtual void track(const TrackInfo& words) = 0;
  // Defines a text for the next events.
  virtual TextId define(TextTable kind, std::string_view text) = 0;
  // Starts ascend from call to call. Overlapping slices on one track nest.
  virtual void slice(TrackId track, Interval time, const EventInfo& words) = 0;
  virtual void instant(TrackId track, int64_t time, const EventInfo& words) = 0;
  virtual void counter(TrackId track, int64_t time, double value) = 0;
  virtual void end_sequence() = 0;
  // Call after the last sequence.
  virtual void finish() = 0;

  bool wanted() const { return chunks_.wanted(); }
  uint64_t bytes() const { return chunks_.bytes(); }
  // Number of times that exceed what viewers support, shown at the maximum.
  uint64_t out_of_range() const { return out_of_range_; }
  int64_t shift() const { return shift_; }

 protected:
  // Limits the time to 0 up to the largest signed 64-bit number, which viewers use.
  int64_t shifted(int64_t time);

  Chunks chunks_;

 private:
  int64_t shift_;
  uint64_t out_of_range_ = 0;
};

}  // namespace nsys_ai::perfetto

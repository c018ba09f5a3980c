// Perfetto packets: encodes them one after the other and hands them on in chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trace/perfetto.h"
#include "trace/trace.h"

namespace nsys_ai::perfetto {

using TrackId = uint64_t;  // 0 is no track of ours

// A row of the timeline, or a group of rows.
struct TrackWords {
  TrackId id = 0;
  TrackId parent = 0;  // 0 at the top
  int32_t rank = 0;    // among its siblings
  std::string name{};
  std::optional<int64_t> pid{};  // with it, the track stands for that process, or for a thread of it
  std::optional<int64_t> tid{};
  std::string owner{};  // name of that process or thread; may be empty
  std::string unit{};   // of a counter; empty for what holds slices
};

// Which table of the trace a text stands in.
enum class TextKind { category, event, argument, argument_text };

// Number of a text in its table; 0 is none.
struct TextId {
  uint64_t number = 0;
};

struct Argument {
  TextId name;
  std::variant<uint64_t, TextId, std::string> value;
};

// What a slice or an instant says beside its time. A flow draws an arrow to the next event with its number.
struct EventWords {
  TextId name;
  TextId category;
  TextId domain;  // a second category, where there is one
  uint64_t flow = 0;
  std::vector<Argument> arguments;
};

// Packets form sequences, each in order of time: texts and the clock belong to their sequence. A timestamp is
// stored as the time since the packet before it, which takes a third of the bytes. One thread only.
class Packets {
 public:
  // `shift` is added to each time.
  Packets(const TraceSink& sink, size_t chunk_bytes, int64_t shift);

  // Comes first, and again where times go back. `start` is the time of the sequence's first event,
  // `utc_at_zero` the wall clock at time 0. Tracks stay what they are; texts have to be defined anew.
  void begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero);
  void track(const TrackWords& words);
  // The text goes out with the next event.
  TextId define(TextKind kind, std::string_view text);
  // Times never go back from one call to the next.
  void begin(TrackId track, int64_t time, const EventWords& words);
  void end(TrackId track, int64_t time);
  void instant(TrackId track, int64_t time, const EventWords& words);
  void counter(TrackId track, int64_t time, double value);

  // False once the sink wanted no more; from then on nothing is handed out.
  bool wanted() const { return wanted_; }
  void flush();
  uint64_t bytes() const { return bytes_; }
  uint64_t out_of_range() const { return out_of_range_; }

 private:
  uint64_t trace_time(int64_t time);
  struct Said {
    EventType type;
    TrackId track;
    int64_t time;
    const EventWords* words = nullptr;
    double value = 0;  // of a counter
  };
  void event(const Said& said);
  void finish_packet();

  const TraceSink& sink_;
  size_t chunk_bytes_;
  int64_t shift_;
  uint32_t sequence_ = 0;
  uint64_t last_time_ = 0;
  std::string chunk_;
  std::string packet_;               // the one being encoded
  std::string defined_;              // InternedData of texts that no packet carries yet
  std::array<uint64_t, 4> texts_{};  // how many each table has
  bool wanted_ = true;
  uint64_t bytes_ = 0;
  uint64_t out_of_range_ = 0;
};

}  // namespace nsys_ai::perfetto

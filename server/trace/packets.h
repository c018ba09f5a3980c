// Writes a trace as Perfetto packets, which stay readable when the stream is truncated between packets.
#pragma once

#include <array>
#include <queue>

#include "trace/perfetto.h"
#include "trace/writer.h"

namespace nsys_ai::perfetto {

// Texts and the clock belong to their sequence. Timestamps are stored relative to the previous packet, which
// takes a third of the bytes. For one thread.
class Packets : public Writer {
 public:
  Packets(const TraceSink& sink, size_t chunk_bytes, int64_t shift, std::optional<TracePlace> place = {})
      : Writer(sink, chunk_bytes, shift), place_(std::move(place)) {}

  void begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero) override;
  void track(const TrackInfo& words) override;
  // The definition is written with the next event.
  TextId define(TextTable kind, std::string_view text) override;
  void slice(TrackId track, Interval time, const EventInfo& words) override;
  void instant(TrackId track, int64_t time, const EventInfo& words) override;
  void counter(TrackId track, int64_t time, double value) override;
  void end_sequence() override;
  void finish() override { chunks_.flush(); }

  // For slices whose end is unknown when they begin, or that are not in order of their ends.
  void begin(TrackId track, int64_t time, const EventInfo& words);
  void end(TrackId track, int64_t time);

 private:
  // An open slice. Of slices with equal ends, the one that began last ends first.
  struct OpenSlice {
    int64_t end;
    uint64_t number;  // in order of beginning
    TrackId track;
  };
  struct EndsLater {
    bool operator()(const OpenSlice& a, const OpenSlice& b) const {
      return a.end != b.end ? a.end > b.end : a.number < b.number;
    }
  };
  struct PacketEvent {
    TrackEventType type;
    TrackId track;
    int64_t time;
    const EventInfo* words = nullptr;
    double value = 0;  // of a counter
  };

  uint64_t trace_time(int64_t time);
  // Numbers that no other trace of the file has.
  uint32_t descriptions() const { return kDescriptions + (place_ ? place_->number << 20U : 0); }
  uint64_t placed(uint64_t number) const {
    return number == 0 || !place_ ? number : number + (uint64_t{place_->number} << 40U);
  }
  // Ends precede beginnings at the same time, so that adjacent slices do not nest.
  void end_until(int64_t time);
  void event(const PacketEvent& said);
  void finish_packet();

  // Descriptions of tracks have their own sequence. In the sequence of a thread's description, a viewer would
  // attribute events without a thread to that thread and add an argument about it.
  static constexpr uint32_t kDescriptions = 1;
  std::optional<TracePlace> place_;
  uint32_t sequence_ = descriptions();
  uint64_t last_time_ = 0;
  std::string packet_;                         // the packet being encoded
  std::string arguments_;                      // of the event being encoded
  std::string defined_;                        // InternedData of texts that no packet contains yet
  std::array<uint64_t, kTextTables> texts_{};  // number of texts by table
  std::priority_queue<OpenSlice, std::vector<OpenSlice>, EndsLater> open_;
  uint64_t begun_ = 0;
};

}  // namespace nsys_ai::perfetto

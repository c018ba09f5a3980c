// Writes a trace as JSON in Chrome's Trace Event Format, for tools that read no other.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "trace/writer.h"

namespace nsys_ai::perfetto {

// The format has processes, and threads in them. Each top-level group becomes a process, and every row below
// it a thread of that process. Processes and threads of the capture keep their own numbers; other rows get
// unused ones. Times are microseconds with the nanoseconds as decimals. For one thread.
class ChromeJson : public Writer {
 public:
  // Numbers of tracks begin after `largest_id`.
  ChromeJson(const TraceSink& sink, size_t chunk_bytes, int64_t shift, int64_t largest_id);

  void begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero) override;
  void track(const TrackInfo& words) override;
  TextId define(TextTable kind, std::string_view text) override;
  void slice(TrackId track, Interval time, const EventInfo& words) override;
  void instant(TrackId track, int64_t time, const EventInfo& words) override;
  void counter(TrackId track, int64_t time, double value) override;
  void end_sequence() override {}
  void finish() override;

 private:
  struct Track {
    int64_t pid = 0;
    int64_t tid = 0;
    int64_t rank = 0;
    bool at_top = false;
    std::string label;   // as JSON, for a counter
    std::string prefix;  // of the names of its children
    std::string unit;    // as JSON
  };
  // Texts of a sequence by number, escaped and quoted.
  struct Texts {
    std::string bytes;
    std::vector<size_t> ends;
  };

  std::string& next_event();
  void add_metadata(const Track& track, std::string_view what, std::string_view name);
  void add_sort_index(const Track& track, std::string_view what);
  void add_head(char phase, const Track& track, int64_t time);
  void add_words(const EventInfo& words);
  void add_arguments(const std::vector<Argument>& arguments);
  void add_flow(const Track& track, int64_t time, const EventInfo& words);
  std::string_view text(TextTable kind, TextId id) const;
  static std::string name_of(const TrackInfo& words, const Track& parent);

  int64_t next_id_;
  bool begun_ = false;
  uint64_t written_ = 0;       // number of events
  std::vector<Track> tracks_;  // indexed by TrackId
  std::array<Texts, kTextTables> texts_;
};

}  // namespace nsys_ai::perfetto

// The ids of timeline rows, and the writer that stores their content.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/timeline/merge_rows.h"
#include "trace/timeline/timeline.h"
#include "trace/writer.h"

namespace nsys_ai::perfetto {

// The counters are in the order of CounterKind.
enum class RowKind : uint8_t {
  busy,
  up,
  down,
  between,
  launches,
  queue,
  bookmark,
  call,
  finding,
  gap,
  iteration,
  mark_counter,
  metric,
  os_call,
  other,
  projection,
  range,
  request,
  start_end,
  stream
};
constexpr std::array<std::string_view, 20> kRowKinds = {
    "busy",  "host_to_device", "device_to_host", "between_gpus", "launches",     "queue",  "bookmark",
    "calls", "finding",        "idle",           "steps",        "nvtx_counter", "metric", "os_calls",
    "other", "nvtx_on_gpu",    "nvtx",           "requests",     "start_end",    "stream"};

// "stream:3": the kind and the index.
struct RowId {
  RowKind kind;
  size_t at = 0;
  std::string text() const;
  friend auto operator<=>(const RowId&, const RowId&) = default;
};
std::optional<RowId> row_id_of(std::string_view text);
// The marks of a thread are shown among its ranges.
RowId row_id_of(MergeRows::Placement place);

// The set of requested rows.
class ChosenRows {
 public:
  // Fails when a text is no valid id.
  static Result<ChosenRows> of(const std::optional<std::vector<std::string>>& ids);
  bool has(RowId row) const { return !rows_ || rows_->contains(row); }
  // Whether rows of that kind are included.
  bool has_any(RowKind kind) const;
  // Null means all rows.
  const std::set<RowId>* listed() const { return rows_ ? &*rows_ : nullptr; }

 private:
  std::optional<std::set<RowId>> rows_;
};

// Stores rows and their content in a timeline, until it has enough. For one thread.
class RowWriter : public Writer {
 public:
  RowWriter(Timeline& timeline, size_t most);

  void begin_sequence(int64_t /*start*/, std::optional<int64_t> /*utc_at_zero*/) override {}
  void end_sequence() override {}
  void finish() override {}
  void track(const TrackInfo& words) override;
  // Facts about an event go to a separate list first, since the timeline includes only some of them.
  TextId define(TextTable kind, std::string_view text) override;
  void slice(TrackId track, Interval time, const EventInfo& words) override { add(track, time, words); }
  void instant(TrackId track, int64_t time, const EventInfo& words) override {
    add(track, {time, time}, words);
  }
  void counter(TrackId track, int64_t time, double value) override;

  // Begins a row. `deepest` applies to its first track, the only one with nested slices.
  void next_row(RowId row, size_t deepest = 0) {
    id_ = row.text();
    deepest_ = static_cast<int64_t>(deepest);
  }
  void name_row(TrackId track);
  bool is_full() const { return is_full_; }

 private:
  bool has_room();
  int64_t since_start(int64_t time) const;
  void add(TrackId track, Interval time, const EventInfo& words);
  static int64_t place(TextId text) { return static_cast<int64_t>(text.number) - 1; }
  std::pair<int64_t, int64_t> explanation(const std::vector<Argument>& arguments);
  std::string text_of(const Argument& argument) const;

  Timeline& timeline_;
  size_t left_;
  bool is_full_ = false;
  std::string id_;
  int64_t deepest_ = 0;  // until it is stored
  std::vector<std::string> explaining_;
  std::vector<std::vector<int64_t>> open_;  // indexed by row: ends of open slices, outermost first
};

}  // namespace nsys_ai::perfetto

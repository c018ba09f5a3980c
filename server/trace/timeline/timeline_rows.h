// Rows of a timeline by their ids, and what takes their content down.
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

// The counters stand in the order of CounterKind.
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
  metric,
  os_call,
  projection,
  range,
  start_end,
  stream
};
constexpr std::array<std::string_view, 17> kRowKinds = {
    "busy",     "host_to_device", "device_to_host", "between_gpus", "launches", "queue",
    "bookmark", "calls",          "finding",        "idle",         "steps",    "metric",
    "os_calls", "nvtx_on_gpu",    "nvtx",           "start_end",    "stream"};

// "stream:3": the kind, and which of them it is.
struct RowId {
  RowKind kind;
  size_t at = 0;
  std::string text() const;
  friend auto operator<=>(const RowId&, const RowId&) = default;
};
std::optional<RowId> row_id_of(std::string_view text);
// A thread's marks stand among its ranges.
RowId row_id_of(MergeRows::Placement place);

// Which rows are asked for.
class ChosenRows {
 public:
  // Fails when a text is no id.
  static Result<ChosenRows> of(const std::optional<std::vector<std::string>>& ids);
  bool has(RowId row) const { return !rows_ || rows_->contains(row); }
  // Whether rows of that kind are among them.
  bool has_any(RowKind kind) const;
  // Null: all are.
  const std::set<RowId>* listed() const { return rows_ ? &*rows_ : nullptr; }

 private:
  std::optional<std::set<RowId>> rows_;
};

// Takes rows and their content down into a timeline, until there is enough. One thread only.
class RowWriter : public Writer {
 public:
  RowWriter(Timeline& timeline, size_t most);

  void begin_sequence(int64_t /*start*/, std::optional<int64_t> /*utc_at_zero*/) override {}
  void end_sequence() override {}
  void finish() override {}
  void track(const TrackInfo& words) override;
  // Of what explains an event only a part is shown: that is not among the texts before.
  TextId define(TextTable kind, std::string_view text) override;
  void slice(TrackId track, Interval time, const EventInfo& words) override { add(track, time, words); }
  void instant(TrackId track, int64_t time, const EventInfo& words) override {
    add(track, {time, time}, words);
  }
  void counter(TrackId track, int64_t time, double value) override;

  // What comes next is of this row. Its first track, which alone has slices in each other, is as deep as is
  // said.
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
  int64_t deepest_ = 0;  // until it is written
  std::vector<std::string> explaining_;
  std::vector<std::vector<int64_t>> open_;  // by row: the ends of what is open, outermost first
};

}  // namespace nsys_ai::perfetto

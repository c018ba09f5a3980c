// Formats and parses ids, and stores rows as lists.
#include "trace/timeline/timeline_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/quotation.h"

namespace nsys_ai::perfetto {
namespace {

// Nothing is flushed.
const TraceSink kNoSink = [](std::string_view) { return true; };

std::string label_of(const TrackInfo& words) {
  if (!words.pid) return words.name;
  std::string label =
      words.tid ? "Thread " + std::to_string(*words.tid) : "Process " + std::to_string(*words.pid);
  if (!words.owner.empty()) label += " · " + words.owner;
  return label;
}

}  // namespace

std::string RowId::text() const { return fmt::format("{}:{}", kRowKinds[static_cast<size_t>(kind)], at); }

std::optional<RowId> row_id_of(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto kind = std::find(kRowKinds.begin(), kRowKinds.end(), text.substr(0, colon));
  const std::string_view number = text.substr(colon + 1);
  RowId row{static_cast<RowKind>(kind - kRowKinds.begin())};
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), row.at);
  if (kind == kRowKinds.end() || error != std::errc() || end != number.data() + number.size())
    return std::nullopt;
  return row;
}

RowId row_id_of(MergeRows::Placement place) {
  switch (place.kind) {
    case EventKind::kernel:
    case EventKind::copy:
    case EventKind::memset:
    case EventKind::graph_run:
      return {RowKind::stream, place.of};
    case EventKind::range:
    case EventKind::mark:
      return {RowKind::range, place.of};
    case EventKind::start_end:
      return {RowKind::start_end, place.of};
    case EventKind::call:
      return {RowKind::call, place.of};
    case EventKind::os_call:
      return {RowKind::os_call, place.of};
    case EventKind::other:
      return {RowKind::other, place.of};
    case EventKind::iteration:
      return {RowKind::iteration, place.of};
    case EventKind::projection:
      return {RowKind::projection, place.of};
    case EventKind::gap:
      return {RowKind::gap, place.of};
  }
  return {RowKind::stream, place.of};
}

Result<ChosenRows> ChosenRows::of(const std::optional<std::vector<std::string>>& ids) {
  ChosenRows chosen;
  if (!ids) return chosen;
  chosen.rows_.emplace();
  for (const std::string& id : *ids) {
    const auto row = row_id_of(id);
    if (!row)
      return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no row of a timeline.", quotation(id)),
                  "Ask for rows by the ids that the list of rows has.");
    chosen.rows_->insert(*row);
  }
  return chosen;
}

bool ChosenRows::has_any(RowKind kind) const {
  if (!rows_) return true;
  const auto first = rows_->lower_bound({kind, 0});
  return first != rows_->end() && first->kind == kind;
}

RowWriter::RowWriter(Timeline& timeline, size_t most)
    : Writer(kNoSink, 1, 0), timeline_(timeline), left_(most) {}

void RowWriter::track(const TrackInfo& words) {
  TimelineRow row;
  row.parent = static_cast<int64_t>(words.parent);
  row.rank = words.rank;
  row.name = label_of(words);
  if (words.unit) row.unit = *words.unit;
  timeline_.rows.push_back(std::move(row));
  open_.emplace_back();
}

TextId RowWriter::define(TextTable kind, std::string_view text) {
  const bool explains = kind == TextTable::argument || kind == TextTable::argument_text;
  std::vector<std::string>& texts = explains ? explaining_ : timeline_.texts;
  texts.emplace_back(text);
  return {texts.size()};
}

void RowWriter::name_row(TrackId track) {
  TimelineRow& row = timeline_.rows[track - 1];
  row.id = id_;
  row.deepest = std::max(row.deepest, std::exchange(deepest_, 0));
}

void RowWriter::counter(TrackId track, int64_t time, double value) {
  if (!has_room()) return;
  name_row(track);
  TimelineRow& row = timeline_.rows[track - 1];
  row.starts.push_back(since_start(time));
  row.values.push_back(value);
}

bool RowWriter::has_room() {
  is_full_ = left_ == 0;
  if (!is_full_) --left_;
  return !is_full_;
}

// Operating system calls may precede the run.
int64_t RowWriter::since_start(int64_t time) const {
  int64_t since = 0;
  if (__builtin_sub_overflow(time, timeline_.run_start, &since)) return time < 0 ? INT64_MIN : INT64_MAX;
  return since;
}

void RowWriter::add(TrackId track, Interval time, const EventInfo& words) {
  if (!has_room()) return;
  name_row(track);
  TimelineRow& row = timeline_.rows[track - 1];
  std::vector<int64_t>& open = open_[track - 1];
  while (!open.empty() && open.back() <= time.start) open.pop_back();
  row.starts.push_back(since_start(time.start));
  row.lengths.push_back(time.duration());
  row.covered.push_back(words.covered < 0 ? time.duration() : std::min(words.covered, time.duration()));
  row.depths.push_back(static_cast<int64_t>(open.size()));
  row.names.push_back(place(words.name));
  row.kinds.push_back(place(words.category));
  row.families.push_back(place(words.family));
  const auto [ref, facts] = explanation(words.arguments);
  row.refs.push_back(ref);
  row.facts.push_back(facts);
  if (!time.empty()) open.push_back(time.end);
}

// The index of the event's reference, otherwise of its facts, in the texts.
std::pair<int64_t, int64_t> RowWriter::explanation(const std::vector<Argument>& arguments) {
  std::string facts;
  for (const Argument& argument : arguments) {
    const std::string& name = explaining_[argument.name.number - 1];
    if (name == "ref") return {place(define(TextTable::event, text_of(argument))), -1};
    facts += (facts.empty() ? "" : "\n") + name + ": " + text_of(argument);
  }
  return {-1, facts.empty() ? -1 : place(define(TextTable::event, facts))};
}

std::string RowWriter::text_of(const Argument& argument) const {
  if (const auto* number = std::get_if<uint64_t>(&argument.value)) return std::to_string(*number);
  if (const auto* id = std::get_if<TextId>(&argument.value)) return explaining_[id->number - 1];
  return std::get<std::string>(argument.value);
}

}  // namespace nsys_ai::perfetto

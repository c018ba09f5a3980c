// Writes one line per event; viewers can read a truncated array.
#include "trace/chrome_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/json_append.h"

namespace nsys_ai::perfetto {
namespace {

constexpr int64_t kMicrosecond = 1000;

std::string json_of(std::string_view text) {
  std::string json;
  append_json(json, text);
  return json;
}

// 1234567 ns is 1234.567.
void add_microseconds(std::string& out, int64_t ns) {
  fmt::format_to(std::back_inserter(out), "{}.{:03}", ns / kMicrosecond, ns % kMicrosecond);
}

}  // namespace

ChromeJson::ChromeJson(const TraceSink& sink, size_t chunk_bytes, int64_t shift, int64_t largest_id)
    : Writer(sink, chunk_bytes, shift), next_id_(largest_id + 1), tracks_(1) {}

void ChromeJson::begin_sequence(int64_t /*start*/, std::optional<int64_t> utc_at_zero) {
  texts_ = {};
  if (begun_) return;
  begun_ = true;
  std::string& out = chunks_.text();
  out += "{\"displayTimeUnit\":\"ns\"";
  // The wall clock at the trace's time 0, in microseconds since 1970.
  int64_t utc = 0;
  if (utc_at_zero && !__builtin_sub_overflow(*utc_at_zero, shift(), &utc) && utc > 0) {
    out += ",\"otherData\":{\"utc_at_zero_us\":\"";
    add_microseconds(out, utc);
    out += "\"}";
  }
  out += ",\"traceEvents\":[";
}

void ChromeJson::finish() {
  chunks_.text() += "\n]}\n";
  chunks_.flush();
}

void ChromeJson::track(const TrackInfo& words) {
  Track track;
  const Track parent = tracks_[words.parent];
  track.at_top = words.parent == 0;
  track.tid = words.tid ? *words.tid : track.at_top && words.pid ? *words.pid : next_id_++;
  track.pid = track.at_top ? track.tid : parent.pid;
  // A child follows its parent; siblings have ranks a thousand apart, and so do the parents.
  track.rank = parent.at_top || track.at_top ? words.rank : parent.rank + 1 + words.rank / 4;
  track.label = name_of(words, parent);
  track.prefix =
      words.tid && !words.owner.empty() ? fmt::format("{} {}", words.owner, *words.tid) : track.label;
  if (words.unit) {
    track.label = json_of(words.name);
    track.unit = json_of(words.unit->empty() ? "value" : *words.unit);
  } else {
    if (track.at_top) {
      add_metadata(track, "process_name", track.label);
      add_sort_index(track, "process_sort_index");
    }
    if (!track.at_top || !words.pid) {
      add_metadata(track, "thread_name", track.label);
      add_sort_index(track, "thread_sort_index");
    }
  }
  tracks_.resize(std::max<size_t>(tracks_.size(), words.id + 1));
  tracks_[words.id] = std::move(track);
}

// A track for a process or thread uses the name of its owner; a track below a thread adds its own name, since
// the format has no nested rows.
std::string ChromeJson::name_of(const TrackInfo& words, const Track& parent) {
  if (words.pid && !words.owner.empty()) return words.owner;
  if (words.tid) return fmt::format("Thread {}", *words.tid);
  if (words.parent == 0 || parent.at_top) return words.name;
  return fmt::format("{} · {}", parent.prefix, words.name);
}

TextId ChromeJson::define(TextTable kind, std::string_view text) {
  Texts& table = texts_[static_cast<size_t>(kind)];
  append_json(table.bytes, text);
  table.ends.push_back(table.bytes.size());
  return {table.ends.size()};
}

void ChromeJson::slice(TrackId id, Interval time, const EventInfo& words) {
  const Track& track = tracks_[id];
  add_head('X', track, time.start);
  std::string& out = chunks_.text();
  out += ",\"dur\":";
  add_microseconds(out, std::max<int64_t>(0, shifted(time.end) - shifted(time.start)));
  add_words(words);
  add_flow(track, time.start, words);
  chunks_.cut();
}

void ChromeJson::instant(TrackId id, int64_t time, const EventInfo& words) {
  const Track& track = tracks_[id];
  add_head('i', track, time);
  chunks_.text() += ",\"s\":\"t\"";
  add_words(words);
  add_flow(track, time, words);
  chunks_.cut();
}

void ChromeJson::counter(TrackId id, int64_t time, double value) {
  const Track& track = tracks_[id];
  add_head('C', track, time);
  fmt::format_to(std::back_inserter(chunks_.text()), ",\"name\":{},\"args\":{{{}:{}}}}}", track.label,
                 track.unit, std::isfinite(value) ? value : 0.0);
  chunks_.cut();
}

std::string& ChromeJson::next_event() {
  chunks_.text() += written_++ > 0 ? ",\n" : "\n";
  return chunks_.text();
}

void ChromeJson::add_metadata(const Track& track, std::string_view what, std::string_view name) {
  fmt::format_to(std::back_inserter(next_event()),
                 R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what, track.pid,
                 track.tid, json_of(name));
}

void ChromeJson::add_sort_index(const Track& track, std::string_view what) {
  fmt::format_to(std::back_inserter(next_event()),
                 R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"sort_index":{}}}}})", what, track.pid,
                 track.tid, track.rank);
}

void ChromeJson::add_head(char phase, const Track& track, int64_t time) {
  std::string& out = next_event();
  fmt::format_to(std::back_inserter(out), R"({{"ph":"{}","pid":{},"tid":{},"ts":)", phase, track.pid,
                 track.tid);
  add_microseconds(out, shifted(time));
}

// Adds the rest of the event.
void ChromeJson::add_words(const EventInfo& words) {
  std::string& out = chunks_.text();
  out.append(",\"name\":").append(text(TextTable::event, words.name)).append(",\"cat\":");
  std::string_view category = text(TextTable::category, words.category);
  if (words.domain.number != 0) {
    // Two categories are one text, separated by a comma.
    category.remove_suffix(1);
    out.append(category).append(",");
    category = text(TextTable::category, words.domain);
    category.remove_prefix(1);
  }
  out += category;
  if (!words.arguments.empty()) add_arguments(words.arguments);
  out += '}';
}

void ChromeJson::add_arguments(const std::vector<Argument>& arguments) {
  std::string& out = chunks_.text();
  std::string_view before = ",\"args\":{";
  for (const Argument& argument : arguments) {
    out.append(before).append(text(TextTable::argument, argument.name)).append(":");
    before = ",";
    if (const auto* number = std::get_if<uint64_t>(&argument.value))
      append_json(out, static_cast<int64_t>(std::min<uint64_t>(*number, INT64_MAX)));
    else if (const auto* id = std::get_if<TextId>(&argument.value))
      out += text(TextTable::argument_text, *id);
    else
      append_json(out, std::get<std::string>(argument.value));
  }
  out += '}';
}

// An arrow connects the starts of two slices.
void ChromeJson::add_flow(const Track& track, int64_t time, const EventInfo& words) {
  if (words.flow == 0) return;
  constexpr std::array kPhases = {'s', 't', 'f'};
  add_head(kPhases[static_cast<size_t>(words.flow_part)], track, time);
  fmt::format_to(std::back_inserter(chunks_.text()), R"(,"id":{},"name":"launch","cat":"launch","bp":"e"}})",
                 words.flow);
}

std::string_view ChromeJson::text(TextTable kind, TextId id) const {
  const Texts& table = texts_[static_cast<size_t>(kind)];
  const size_t begin = id.number > 1 ? table.ends[id.number - 2] : 0;
  return std::string_view(table.bytes).substr(begin, table.ends[id.number - 1] - begin);
}

}  // namespace nsys_ai::perfetto

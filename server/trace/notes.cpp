// Writes notes as slices, with a row each.
#include <algorithm>
#include <iterator>

#include "trace/sequence.h"

namespace nsys_ai::perfetto {
namespace {

struct Part {
  Interval time;
  size_t note;
  const std::string* title;
};

void add_parts(const Scope& scope, const std::vector<TraceNote>& notes, size_t at, std::vector<Part>& parts) {
  const TraceNote& note = notes[at];
  if (note.times.empty()) parts.push_back({scope.window(), at, &note.title});
  for (size_t i = 0; i < note.times.size(); ++i)
    if (const auto inside = scope.clip(note.times[i]))
      parts.push_back({*inside, at, note.titles.empty() ? &note.title : &note.titles[i]});
}

void write_parts(Output& output, NoteGroup group, const std::vector<TraceNote>& notes,
                 std::vector<Part> parts) {
  if (parts.empty()) return;
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
  });
  Sequence sequence(output);
  sequence.begin(parts.front().time.start);
  for (const Part& part : parts) {
    const TraceNote& note = notes[part.note];
    const Placement place = output.tracks.note(group, part.note, note.name, part.time);
    if (place.instant) continue;
    const EventInfo& words = output.describer.note(group, note, *part.title);
    if (part.time.empty()) {
      output.writer.instant(place.track, part.time.start, words);
      ++output.stats.instants;
    } else {
      output.writer.slice(place.track, part.time, words);
      ++output.stats.slices;
    }
  }
  sequence.finish();
}

}  // namespace

std::vector<TraceNote> notes_in(NoteGroup group, const std::vector<TraceNote>& notes) {
  std::vector<TraceNote> of;
  std::copy_if(notes.begin(), notes.end(), std::back_inserter(of),
               [&](const TraceNote& note) { return note.group == group; });
  return of;
}

void write_notes(Output& output, NoteGroup group, const std::vector<TraceNote>& notes) {
  std::vector<Part> parts;
  for (size_t at = 0; at < notes.size(); ++at) add_parts(output.scope, notes, at, parts);
  write_parts(output, group, notes, std::move(parts));
}

void write_note(Output& output, NoteGroup group, const std::vector<TraceNote>& notes, size_t number) {
  std::vector<Part> parts;
  add_parts(output.scope, notes, number, parts);
  write_parts(output, group, notes, std::move(parts));
}

}  // namespace nsys_ai::perfetto

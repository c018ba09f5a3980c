// Notes as slices, a row each.
#include <algorithm>

#include "trace/sequence.h"

namespace nsys_ai::inline trace::perfetto {

void write_notes(Output& output, NoteGroup group, const std::vector<TraceNote>& notes) {
  struct Part {
    Interval time;
    size_t note;
  };
  std::vector<Part> parts;
  for (size_t at = 0; at < notes.size(); ++at) {
    if (notes[at].times.empty()) parts.push_back({output.scope.window(), at});
    for (const Interval& time : notes[at].times)
      if (const auto inside = output.scope.clip(time)) parts.push_back({*inside, at});
  }
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
    const EventInfo& words = output.describer.note(group, note);
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

}  // namespace nsys_ai::inline trace::perfetto

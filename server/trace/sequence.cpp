// Describes tracks before slices, and each text before the first event that uses it.
#include "trace/sequence.h"

#include <fmt/format.h>

namespace nsys_ai::perfetto {

Sequence::Sequence(Output& output)
    : output_(output),
      merger_(output.recorded, output.options.pixel, [this](const Event& event) { write(event); }) {}

bool Sequence::append(const Event& event) {
  constexpr uint64_t kBetweenLooks = 1024;
  if (++appended_ % kBetweenLooks == 0) goes_on_ = output_.goes_on();
  if (goes_on_) merger_.append(event);
  return goes_on_;
}

void Sequence::finish() {
  if (goes_on_) merger_.finish();
  if (begun_) output_.writer.end_sequence();
}

// The first sequence of a trace states the values that apply to all of it.
void Sequence::begin(int64_t start) {
  begun_ = true;
  output_.writer.begin_sequence(start, output_.profile().info().utc_start_ns);
  output_.describer.begin_sequence();
  const int64_t shift = output_.writer.shift();
  // Of several captures in a file each has its own shift, which their common clock explains.
  if (shift == 0 || output_.tracks.count() > 0 || output_.options.place) return;
  const TrackId track = output_.tracks.remark("Note on time");
  output_.writer.instant(
      track, start,
      output_.describer.remark(
          fmt::format("Times are {} s later than on the capture's clock", static_cast<double>(shift) / 1e9)));
}

void Sequence::write(const Event& event) {
  if (!begun_) begin(event.time.start);
  // The track comes first, since its description may have to precede the event.
  const Placement place = output_.tracks.event(event);
  const EventInfo& words = event.count > 1 ? output_.describer.merged(event) : output_.describer.of(event);
  if (event.count > 1) output_.stats.merged += event.count;
  if (place.instant) {
    output_.writer.instant(place.track, event.time.start, words);
    ++output_.stats.instants;
  } else {
    output_.writer.slice(place.track, event.time, words);
    ++output_.stats.slices;
  }
}

}  // namespace nsys_ai::perfetto

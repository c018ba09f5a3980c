// A narrow picture of the entire run from which a person picks a window: how busy each GPU was in equal
// intervals of time. It is complete, so that a page only draws it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai {
class Profile;
}

namespace nsys_ai {

struct StripGpu {
  std::string name;
  std::string words;
  std::vector<int64_t> busy;
};
template <class F>
void fields(StripGpu& v, F& f) {
  f("name", v.name, "Short, for the margin.");
  f("words", v.words, "The GPU, and which share of the whole run it was busy.");
  f("busy", v.busy, "By part: in thousandths, the union of what ran there, of the length of the part.");
}

struct StripTick {
  double at = 0;
  std::string text;
};
template <class F>
void fields(StripTick& v, F& f) {
  f("at", v.at, "Where it stands, as a share of the run.");
  f("text", v.text, "The time there, on the capture's clock.");
}

struct RunStrip {
  int64_t parts = 0;
  int64_t shown_start = 0;
  int64_t shown_end = 0;
  std::vector<StripTick> ticks;
  std::vector<StripGpu> gpus;
};
template <class F>
void fields(RunStrip& v, F& f) {
  f("parts", v.parts, "How many; windows are ranges of them.");
  f("shownStart", v.shown_start, "The first part of what is shown first.");
  f("shownEnd", v.shown_end, "The part behind the last one of it.");
  f("ticks", v.ticks, "Some round times.");
  f("gpus", v.gpus, "Those on which anything ran.");
}

// The number of parts of the run: as many as a screen has columns, none shorter than a microsecond.
int64_t strip_parts(Interval run);
// From the start of part `first` to the start of part `last`.
Interval strip_window(Interval run, int64_t first, int64_t last);

// `shown` is the window to show first, extended to complete parts. Draws at most `most_gpus` GPUs.
RunStrip run_strip(const Profile& profile, Interval shown, size_t most_gpus = SIZE_MAX);

}  // namespace nsys_ai

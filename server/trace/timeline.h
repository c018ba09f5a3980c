// What a screen can show of a window: the rows of the trace with their slices and values, for our own
// timeline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai::inline trace {

// The lists of a row go together: one place in each is one slice, or one value of a counter.
struct TimelineRow {
  int64_t parent = 0;
  int64_t rank = 0;
  std::string name;
  std::string unit;
  std::vector<int64_t> starts;
  std::vector<int64_t> lengths;
  std::vector<int64_t> depths;
  std::vector<int64_t> names;
  std::vector<int64_t> kinds;
  std::vector<int64_t> refs;
  std::vector<int64_t> facts;
  std::vector<double> values;
};
template <class F>
void fields(TimelineRow& v, F& f) {
  f("parent", v.parent, "The row above it, as its place in `rows` counted from 1; 0 at the top.");
  f("rank", v.rank, "Its place among the rows of one parent: the same in each window.");
  f("name", v.name,
    "What it shows. With its rank and those of its parents it is the same row in each window.");
  f("unit", v.unit, "Of a counter; may be empty.");
  f("starts", v.starts, "In ns since the start of the run, never going back.");
  f("lengths", v.lengths, "In ns; 0 is a mark. Empty for a counter.");
  f("depths", v.depths, "How many slices of the row it lies in.");
  f("names", v.names, "Places in `texts`.");
  f("kinds", v.kinds, "Places in `texts`: compute, communication, copy, nvtx, merged, ...");
  f("refs", v.refs, "Places in `texts`: what explains the slice when it is asked for; -1 for none.");
  f("facts", v.facts, "Places in `texts`: where nothing does, a line for each fact; -1 for none.");
  f("values", v.values, "Of a counter, each from its start to the next one's.");
}

struct Timeline {
  int64_t run_start = 0;
  int64_t run_length = 0;
  int64_t start = 0;
  int64_t end = 0;
  int64_t pixel = 0;
  bool complete = true;
  std::string words;
  std::vector<std::string> texts;
  std::vector<TimelineRow> rows;
};
template <class F>
void fields(Timeline& v, F& f) {
  f("runStart", v.run_start, "Of the whole run, in ns on the capture's clock.");
  f("runLength", v.run_length, "In ns.");
  f("start", v.start,
    "Of the window, in ns since the start of the run. What straddles a bound is cut there.");
  f("end", v.end, "Of the window, likewise.");
  f("pixel", v.pixel, "What is shorter than this, in ns, is merged with its neighbours; 0: nothing is.");
  f("complete", v.complete, "False where the rest is more than a screen could show.");
  f("words", v.words, "What is shown, and in which detail.");
  f("texts", v.texts, "What the rows point to.");
  f("rows", v.rows, "Parents before their children.");
}

// How much a screen can show.
struct TimelineScreen {
  int64_t columns = 1;     // what is shorter than one is merged
  size_t most = SIZE_MAX;  // slices, marks and values: where there would be more, more is merged
};

// The scope's window with what it shows by `options`, but for its format, its pixel and the size of its
// pieces. Where no merging makes it fit, the first ones are shown. The run is that of the profile, and of the
// calls of the operating system where they are shown. `words` stays empty. Fails as cancelled when the work
// is, and when such calls cannot be read.
Result<Timeline> timeline(const Profile& profile, const Scope& scope, TraceOptions options,
                          const TimelineScreen& screen, const Work& work = {});

}  // namespace nsys_ai::inline trace

// The wire types of nsys-ai's own timeline: what of it a client asks for, and what it draws.
#pragma once

#include "protocol/nsys.h"

namespace nsys_ai::inline protocol::nsys {

struct TimelineParams {
  std::string profile;
  std::optional<TimeWindow> window;
  std::optional<int64_t> columns;
  std::optional<std::vector<std::string>> rows;
};
template <class F>
void fields(TimelineParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The part to draw; the whole run where it is left out.");
  f("columns", v.columns, "How many columns the screen has, 1 to 16,000; 2,000 where it is left out.");
  f("rows", v.rows, "Ids of the rows to draw; all where it is left out.");
}

struct TimelineSearchParams {
  std::string profile;
  std::string text;
  std::optional<std::vector<std::string>> kinds;
  std::optional<std::vector<std::string>> rows;
  std::optional<int64_t> leastNs;
  std::optional<int64_t> from;
  std::optional<int64_t> limit;
  std::optional<TimeWindow> window;
  std::optional<int64_t> columns;
};
template <class F>
void fields(TimelineSearchParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("text", v.text, "A part of the name, letters in either case; `*` for whatever lies between.");
  f("kinds", v.kinds, "Of these kinds alone: kernel, nvtx, mark, call, copy.");
  f("rows", v.rows, "On the rows of these ids alone.");
  f("leastNs", v.leastNs, "None that is shorter, in ns.");
  f("from", v.from, "The first that is listed, counted from 0 in the order of time.");
  f("limit", v.limit, "How many are listed, 2,000 at most; 200 where it is left out.");
  f("window", v.window, "The part of which `columns` are; the whole run where it is left out.");
  f("columns", v.columns, "In how many columns of the window matches are counted, 16,000 at most.");
}

struct TimelinePlaceParams {
  std::string profile;
  std::string target;
};
template <class F>
void fields(TimelinePlaceParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("target", v.target, "What to look for, as a cell's `target` or an event reference names it.");
}

struct TimelinePlace {
  TimeWindow time;
  TimeWindow window;
};
template <class F>
void fields(TimelinePlace& v, F& f) {
  f("time", v.time, "When it happened; of a mark, both are the same.");
  f("window", v.window, "The part to look at it in.");
}

// The lists of a row go together: one place in each is one slice, or one value of a counter.
struct TimelineRow {
  std::string id;
  int64_t parent = 0;
  int64_t rank = 0;
  std::string name;
  std::string unit;
  int64_t deepest = 0;
  std::vector<int64_t> starts;
  std::vector<int64_t> lengths;
  std::vector<int64_t> depths;
  std::vector<int64_t> names;
  std::vector<int64_t> kinds;
  std::vector<int64_t> families;
  std::vector<int64_t> refs;
  std::vector<int64_t> facts;
  std::vector<double> values;
};
template <class F>
void fields(TimelineRow& v, F& f) {
  f("id", v.id,
    "To ask for it alone, with what overlaps on it, which stands in rows of the same id. "
    "Empty for what only groups others.");
  f("parent", v.parent, "The row above it, as its place in `rows` counted from 1; 0 at the top.");
  f("rank", v.rank, "Its place among the rows of one parent: the same in each window.");
  f("name", v.name,
    "What it shows. With its rank and those of its parents it is the same row in each window.");
  f("unit", v.unit, "Of a counter; may be empty.");
  f("deepest", v.deepest,
    "How many slices lie in each other on it at most, in all of the run; 0 where that is not known.");
  f("starts", v.starts, "In ns since the start of the run, never going back.");
  f("lengths", v.lengths, "In ns; 0 is a mark. Empty for a counter.");
  f("depths", v.depths, "How many slices of the row it lies in.");
  f("names", v.names, "Places in `texts`.");
  f("kinds", v.kinds, "Places in `texts`: compute, communication, copy, nvtx, merged, ...");
  f("families", v.families,
    "Places in `texts`: what many are alike in, and are coloured by: of a kernel its family, of an NVTX range "
    "its label without numbers; -1 where the kind says it.");
  f("refs", v.refs, "Places in `texts`: what explains the slice when it is asked for; -1 for none.");
  f("facts", v.facts, "Places in `texts`: where nothing does, a line for each fact; -1 for none.");
  f("values", v.values, "Of a counter, each from its start to the next one's.");
}

struct Timeline {
  int64_t runStart = 0;
  int64_t runLength = 0;
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
  f("runStart", v.runStart, "Of the whole run, in ns on the capture's clock.");
  f("runLength", v.runLength, "In ns.");
  f("start", v.start,
    "Of the window, in ns since the start of the run. What straddles a bound is cut there.");
  f("end", v.end, "Of the window, likewise.");
  f("pixel", v.pixel,
    "What is shorter than this, in ns, is merged with its neighbours; 0: nothing is. "
    "Else a power of two; pixels count from time 0 of the capture's clock.");
  f("complete", v.complete, "False where the rest is more than a screen could show.");
  f("words", v.words, "What is shown, and in which detail.");
  f("texts", v.texts, "What the rows point to.");
  f("rows", v.rows, "Parents before their children.");
}

struct TimelineMatches {
  int64_t total = 0;
  std::vector<int64_t> columns;
  Timeline timeline;
};
template <class F>
void fields(TimelineMatches& v, F& f) {
  f("total", v.total, "How many events match in all of the run.");
  f("columns", v.columns, "How many of them begin in each column of the window that was asked for.");
  f("timeline", v.timeline, "Those that were asked for, on their rows; none of them is merged.");
}

}  // namespace nsys_ai::inline protocol::nsys

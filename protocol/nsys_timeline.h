// The wire types of nsys-ai's own timeline: a client's request, and the data that it draws.
#pragma once

#include "protocol/nsys.h"
#include "protocol/nsys_page.h"

namespace nsys_ai::nsys {

struct TimelineParams {
  std::string profile;
  std::optional<TimeWindow> window;
  std::optional<int64_t> columns;
  std::optional<std::vector<std::string>> rows;
  std::optional<bool> asAll;
  std::optional<bool> findings;
  std::optional<bool> preview;
};
template <class F>
void fields(TimelineParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The part to draw; the whole run where it is left out.");
  f("columns", v.columns, "How many columns the screen has, 1 to 16,000; 2,000 where it is left out.");
  f("rows", v.rows, "Ids of the rows to draw; all where it is left out.");
  f("asAll", v.asAll,
    "With `rows`: merged as all rows together would be, so that these are drawn as they will be among all.");
  f("findings", v.findings,
    "False: without the rows of findings, for which the run has to be judged first. True where it is left out.");
  f("preview", v.preview,
    "True: what can be drawn at once, which is the rows of streams alone where a large run is still to be merged; "
    "the answer's `preview` says so. Without `rows` only. False where it is left out.");
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

// The lists of a row have equal lengths: the items at one index describe one slice, or one value of a
// counter.
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
  std::optional<bool> preview;
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
  f("preview", v.preview,
    "True where a preview was asked for and rows are missing, because they take longer.");
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

struct TimelineWindowParams {
  std::string profile;
  TimeWindow window;
  std::optional<std::vector<std::string>> rows;
  std::optional<std::string> part;
  std::optional<std::string> skill;
};
template <class F>
void fields(TimelineWindowParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The part that is measured.");
  f("rows", v.rows,
    "Ids of rows: their GPUs or their process are measured; everything where they are left out.");
  f("part", v.part,
    "times: how long it is, and how busy each GPU was; causes: why GPUs were idle; names: kernels, copies and ranges. times where it is left out.");
  f("skill", v.skill,
    "Instead, a skill with its parameters, such as `top_kernels limit=5`: its answer in that scope.");
}

struct TimelineWindowResult {
  Page page;
  std::string command;
  std::optional<std::vector<std::string>> skills{};
};
template <class F>
void fields(TimelineWindowResult& v, F& f) {
  f("page", v.page, "The figures; those of the skills that it names, in the same scope.");
  f("command", v.command, "What a person types in a terminal to ask the same.");
  f("skills", v.skills, "With times, the skills that can be asked.");
}

struct TimelineRelatedParams {
  std::string profile;
  std::string target;
};
template <class F>
void fields(TimelineRelatedParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("target", v.target, "An event, or what stands for one: a kernel's name and a label for their longest.");
}

struct TimelineRelation {
  std::string relation;
  std::string words;
  std::string target;
  std::string text;
  std::string when;
  std::string row;
  int64_t startNs = 0;
  int64_t lengthNs = 0;
};
template <class F>
void fields(TimelineRelation& v, F& f) {
  f("relation", v.relation,
    "launched_by, launches, waited_for_by, waits_for, fed_by, feeds, begins_behind, ended_by, ended_by_launch, first_inside, last_inside, shown_by or inside.");
  f("words", v.words, "The same for people.");
  f("target", v.target, "The other event.");
  f("text", v.text, "What it is.");
  f("when", v.when, "How long it is, and how much earlier or later it begins.");
  f("row", v.row, "The id of the row that it is drawn on; empty where none draws it.");
  f("startNs", v.startNs, "When it begins, in ns on the capture's clock.");
  f("lengthNs", v.lengthNs, "How long it is, in ns; 0 for a mark.");
}

struct TimelineRelatedResult {
  std::string target;
  std::string text;
  std::string when;
  std::string row;
  int64_t startNs = 0;
  int64_t lengthNs = 0;
  TimeWindow window;
  std::vector<TimelineRelation> related;
};
template <class F>
void fields(TimelineRelatedResult& v, F& f) {
  f("target", v.target, "The event.");
  f("text", v.text, "What it is.");
  f("when", v.when, "How long it is, and when it begins.");
  f("row", v.row, "The id of the row that it is drawn on; empty where none draws it.");
  f("startNs", v.startNs, "When it begins, in ns on the capture's clock.");
  f("lengthNs", v.lengthNs, "How long it is, in ns; 0 for a mark.");
  f("window", v.window, "The part to look at it in.");
  f("related", v.related, "What it hangs together with, by relation; ranges from the innermost on.");
}

struct TimelineBookmarkParams {
  std::string profile;
  TimeWindow window;
  std::string name;
  std::optional<std::string> note;
};
template <class F>
void fields(TimelineBookmarkParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("window", v.window, "The place; a point where it ends where it begins.");
  f("name", v.name, "What to call it; one of that name is replaced.");
  f("note", v.note, "What there is to say of it.");
}

struct TimelineBookmarkResult {
  std::string file;
};
template <class F>
void fields(TimelineBookmarkResult& v, F& f) {
  f("file", v.file, "Where it is kept.");
}

}  // namespace nsys_ai::nsys

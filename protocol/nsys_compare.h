// The wire types of a comparison of captures, which `nsys-ai diff --format json` also prints.
#pragma once

#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct DiffParams {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<std::vector<int64_t>> beforeIterations;
  std::optional<std::vector<int64_t>> afterIterations;
  std::optional<TimeWindow> beforeWindow;
  std::optional<TimeWindow> afterWindow;
  std::optional<double> floor;
  std::optional<std::string> hypothesis;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(DiffParams& v, F& f) {
  f("before", v.before, "The handles of the base, one for each run; or the name of one baseline of the workspace.");
  f("after", v.after, "The same of what is compared with it.");
  f("gpus", v.gpus, "Only these GPUs, as CUDA numbers them. Default: all.");
  f("beforeIterations", v.beforeIterations, "Only these steps of the base: first and last, from 0.");
  f("afterIterations", v.afterIterations, "Only these steps of the other side.");
  f("beforeWindow", v.beforeWindow, "Only units of the base inside this window of its clock.");
  f("afterWindow", v.afterWindow, "The same of the other side.");
  f("floor", v.floor, "The noise floor as a share of the figure, where it is known from elsewhere.");
  f("hypothesis", v.hypothesis, "The cause that the change was to remove, by its key or words of its title.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct AlignedTimesParams {
  std::string before;
  std::string after;
};
template <class F>
void fields(AlignedTimesParams& v, F& f) {
  f("before", v.before, "The handle of the base, or its path.");
  f("after", v.after, "The handle of what is compared with it, or its path.");
}

struct AlignedPlace {
  std::string name;
  TimeWindow before;
  TimeWindow after;
};
template <class F>
void fields(AlignedPlace& v, F& f) {
  f("name", v.name, "In words: step 3.");
  f("before", v.before, "When it ran in the base, on the clock of that capture.");
  f("after", v.after, "When it ran in the other capture, on its clock.");
}

struct AlignedTimesResult {
  std::string unit;
  std::vector<AlignedPlace> places;
};
template <class F>
void fields(AlignedTimesResult& v, F& f) {
  f("unit", v.unit, "What the units of work are; empty where the captures have none in common.");
  f("places", v.places, "Units of one number, in their order; 2,000 at most.");
}

struct ComparedSide {
  std::vector<std::string> files;
  std::vector<std::string> gpus;
  std::vector<std::string> profilers;
  std::vector<std::string> drivers;
  int64_t units = 0;
  int64_t medianNs = 0;
  int64_t busyNs = 0;
  int64_t idleNs = 0;
  int64_t typicalNs = 0;
  std::vector<int64_t> runMediansNs;
};
template <class F>
void fields(ComparedSide& v, F& f) {
  f("files", v.files, "One for each run.");
  f("gpus", v.gpus, "The models, one for each GPU.");
  f("profilers", v.profilers, "The versions of Nsight Systems that wrote the files, each once.");
  f("drivers", v.drivers, "The versions of NVIDIA's driver, each once; empty where no file says.");
  f("units", v.units, "How many units of work were measured, over all runs and GPUs.");
  f("medianNs", v.medianNs, "The primary figure: the median of the medians of the runs.");
  f("busyNs", v.busyNs, "The same of the time in which the GPU worked, a unit.");
  f("idleNs", v.idleNs, "The same of the time in which it did not.");
  f("typicalNs", v.typicalNs, "The mean over the middle half of the units, of which budget and parts speak.");
  f("runMediansNs", v.runMediansNs, "The median of each run.");
}

struct RatioBounds {
  double low = 0;
  double high = 0;
};
template <class F>
void fields(RatioBounds& v, F& f) {
  f("low", v.low, "The lower bound of after / before.");
  f("high", v.high, "The upper bound.");
}

struct BudgetRow {
  std::string use;
  int64_t beforeNs = 0;
  int64_t afterNs = 0;
  int64_t changeNs = 0;
};
template <class F>
void fields(BudgetRow& v, F& f) {
  f("use", v.use, "compute, communication, copies, launch, device or other.");
  f("beforeNs", v.beforeNs, "A typical unit of the base.");
  f("afterNs", v.afterNs, "A typical unit of the other side.");
  f("changeNs", v.changeNs, "The difference; those of all rows sum to that of the typical unit.");
}

struct PartRow {
  std::string name;
  std::string label;
  std::string use;
  std::string family;
  std::string change;
  int64_t beforeNs = 0;
  int64_t afterNs = 0;
  int64_t changeNs = 0;
  double beforeCalls = 0;
  double afterCalls = 0;
  std::optional<int64_t> beforeMeanNs;
  std::optional<int64_t> afterMeanNs;
  std::optional<std::string> beforeShape;
  std::optional<std::string> afterShape;
  std::optional<std::string> formerName;
  std::optional<double> probability;
  std::vector<std::string> beforeRefs;
  std::vector<std::string> afterRefs;
};
template <class F>
void fields(PartRow& v, F& f) {
  f("name", v.name, "A kernel, a direction of copies, or why the GPU had nothing to do.");
  f("label", v.label, "The name for people.");
  f("use", v.use, "The row of the budget that it belongs to.");
  f("family", v.family, "Of a kernel.");
  f("change", v.change,
    "slower, faster, moreCalls, fewerCalls, grew, shrank, added, removed, renamed; unchanged, where it changed by less "
    "than 1 % or 2 us; uncertain, where chance may explain it; notTested, where it takes too little of a unit.");
  f("beforeNs", v.beforeNs, "Of a typical unit of the base: the time that nothing more important covers.");
  f("afterNs", v.afterNs, "The same of the other side.");
  f("changeNs", v.changeNs, "The difference; those of all rows sum to that of the typical unit.");
  f("beforeCalls", v.beforeCalls, "Runs in a typical unit of the base.");
  f("afterCalls", v.afterCalls, "Runs in a typical unit of the other side.");
  f("beforeMeanNs", v.beforeMeanNs, "The mean of all runs in the base.");
  f("afterMeanNs", v.afterMeanNs, "The mean of all runs in the other side.");
  f("beforeShape", v.beforeShape,
    "Grid, block and registers, where all launches have the same and they changed.");
  f("afterShape", v.afterShape, "The same of the other side.");
  f("formerName", v.formerName, "Of a renamed kernel: what the base calls it.");
  f("probability", v.probability, "Of such a difference by chance, where it was tested.");
  f("beforeRefs", v.beforeRefs, "Events to look at in the base.");
  f("afterRefs", v.afterRefs, "Events to look at in the other side.");
}

struct FindingChange {
  std::string key;
  std::string change;
  int64_t beforeNs = 0;
  int64_t afterNs = 0;
  std::string title;
};
template <class F>
void fields(FindingChange& v, F& f) {
  f("key", v.key, "The cause.");
  f("change", v.change, "came, went, or stayed.");
  f("beforeNs", v.beforeNs, "Mean over GPUs: what a fix would save in the base, over its whole capture.");
  f("afterNs", v.afterNs, "The same of the other side.");
  f("title", v.title, "In a line, of the side that has it.");
}

struct Comparison {
  std::string schema = "nsys-ai.comparison/1";
  std::string verdict;
  std::string of;
  std::string text;
  std::optional<std::string> reason;
  std::string unit;
  std::string unitKind;
  ComparedSide before;
  ComparedSide after;
  std::optional<double> ratio;
  std::optional<RatioBounds> interval;
  std::optional<RatioBounds> runInterval;
  std::optional<RatioBounds> drawnInterval;
  bool pairs = false;
  std::optional<double> floor;
  std::optional<double> detectable;
  std::optional<int64_t> runsNeeded;
  std::optional<std::string> more;
  std::optional<std::string> hypothesis;
  std::vector<std::string> causes;
  std::vector<std::string> lookAt;
  std::vector<BudgetRow> budget;
  std::vector<PartRow> parts;
  std::vector<FindingChange> findings;
  std::vector<std::string> notes;
};
template <class F>
void fields(Comparison& v, F& f) {
  f("schema", v.schema, "nsys-ai.comparison/1.");
  f("verdict", v.verdict,
    "regression, improvement or noChange of the program; slower or faster in these captures; or inconclusive.");
  f("of", v.of, "program, or captures where there are too few runs to speak of the program.");
  f("text", v.text, "The verdict in a sentence, with how sure it is.");
  f("reason", v.reason, "Why it is inconclusive.");
  f("unit", v.unit, "What one unit of work is.");
  f("unitKind", v.unitKind, "step, repeat, kernel, or none.");
  f("before", v.before, "The base.");
  f("after", v.after, "What is compared with it.");
  f("ratio", v.ratio, "The figure after / before.");
  f("interval", v.interval, "The wider of the two intervals of 95 %, which decides.");
  f("runInterval", v.runInterval, "By Welch's t on the logs of run medians, or t on pairs of runs.");
  f("drawnInterval", v.drawnInterval, "By drawing runs, then units within them (2,000 draws, fixed seed).");
  f("pairs", v.pairs, "Whether runs alternated and were compared in pairs.");
  f("floor", v.floor, "The noise floor: how far equal sets of runs of the base differ, as a share.");
  f("detectable", v.detectable, "The change that this many runs find in 80 % of cases, as a share.");
  f("runsNeeded", v.runsNeeded, "The runs a side that would find the change seen in 80 % of cases.");
  f("more", v.more, "What would make it surer.");
  f("hypothesis", v.hypothesis, "What became of the cause that was asked for, whose finding is then the first.");
  f("causes", v.causes, "Where it went: up to three sentences, the largest part first.");
  f("lookAt", v.lookAt, "What to do next.");
  f("budget", v.budget, "Where a typical unit spends its time; the rows sum to it.");
  f("parts", v.parts, "The same by kernel, copy and gap, by their part of the change.");
  f("findings", v.findings, "Causes of the book that came, went or stayed.");
  f("notes", v.notes, "What a reader has to know, one sentence each.");
}

}  // namespace nsys_ai::nsys

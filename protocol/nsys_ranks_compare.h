// The wire types of two experiments compared, which `nsys-ai diff DIR DIR --format json` also prints.
#pragma once

#include "protocol/nsys_compare.h"
#include "protocol/nsys_ranks.h"

namespace nsys_ai::nsys {

struct CompareRanksParams {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::optional<bool> ranksByName;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(CompareRanksParams& v, F& f) {
  f("before", v.before,
    "The captures of the base: profiles, and folders below which all profiles are taken.");
  f("after", v.after, "The same of what is compared with it.");
  f("ranksByName", v.ranksByName,
    "Takes ranks that captures do not state from `rank3` in names of files, and says so.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct ExperimentSide {
  std::vector<std::string> files;
  int64_t ranks = 0;
  int64_t steps = 0;
  int64_t medianNs = 0;
};
template <class F>
void fields(ExperimentSide& v, F& f) {
  f("files", v.files, "The captures.");
  f("ranks", v.ranks, "How many it has.");
  f("steps", v.steps, "How many units of each rank were measured, at most.");
  f("medianNs", v.medianNs, "The median of its units, over steps and ranks.");
}

struct RankTimes {
  int64_t unitNs = 0;
  int64_t ownNs = 0;
  int64_t waitNs = 0;
  int64_t transferNs = 0;
  int64_t busyNs = 0;
  int64_t communicationNs = 0;
};
template <class F>
void fields(RankTimes& v, F& f) {
  f("unitNs", v.unitNs, "A unit.");
  f("ownNs", v.ownNs, "The same without what the rank waited for others in matched collectives.");
  f("waitNs", v.waitNs, "What it waited.");
  f("transferNs", v.transferNs,
    "Of matched collectives in it, the durations of the shortest participants, summed.");
  f("busyNs", v.busyNs, "With any operation on the GPU.");
  f("communicationNs", v.communicationNs, "With a communication kernel.");
}

struct RankChangeRow {
  std::string rank;
  std::string change;
  RankTimes before;
  RankTimes after;
  std::optional<double> ratio;
  std::optional<RatioBounds> interval;
};
template <class F>
void fields(RankChangeRow& v, F& f) {
  f("rank", v.rank, "Its label, equal on both sides.");
  f("change", v.change,
    "slower or faster, by its own time; unchanged, by less than 2 %; uncertain, which chance may explain; notTested, "
    "where a side has fewer than five units.");
  f("before", v.before, "Medians over its units in the base.");
  f("after", v.after, "The same of the other side.");
  f("ratio", v.ratio, "Own time after / before.");
  f("interval", v.interval, "Its interval of 95 %.");
}

struct CollectiveChangeRow {
  std::string operation;
  std::optional<int64_t> bytes;
  std::vector<std::string> ranks;
  std::string change;
  int64_t beforeInstances = 0;
  int64_t afterInstances = 0;
  int64_t beforeTransferNs = 0;
  int64_t afterTransferNs = 0;
  int64_t beforeWaitNs = 0;
  int64_t afterWaitNs = 0;
  std::optional<RatioBounds> interval;
};
template <class F>
void fields(CollectiveChangeRow& v, F& f) {
  f("operation", v.operation, "What it does.");
  f("bytes", v.bytes, "The size of the message, where a payload states it.");
  f("ranks", v.ranks, "The participants: numbers of communicators differ between runs.");
  f("change", v.change,
    "slower or faster, by the transfer; unchanged, uncertain or notTested, as of a rank; added or removed.");
  f("beforeInstances", v.beforeInstances, "How many were matched in the base.");
  f("afterInstances", v.afterInstances, "How many on the other side.");
  f("beforeTransferNs", v.beforeTransferNs, "The median duration of the shortest participant.");
  f("afterTransferNs", v.afterTransferNs, "The same of the other side.");
  f("beforeWaitNs", v.beforeWaitNs, "What all participants waited in one, on average.");
  f("afterWaitNs", v.afterWaitNs, "The same of the other side.");
  f("interval", v.interval, "Of the transfer after / before, 95 %.");
}

struct KernelTimes {
  double calls = 0;
  int64_t ns = 0;
  int64_t meanNs = 0;
};
template <class F>
void fields(KernelTimes& v, F& f) {
  f("calls", v.calls, "Runs a rank and unit, on average.");
  f("ns", v.ns, "Their durations, summed, of a rank and unit.");
  f("meanNs", v.meanNs, "The mean duration of all runs.");
}

struct KernelChangeRow {
  std::string name;
  std::optional<KernelTimes> before;
  std::optional<KernelTimes> after;
};
template <class F>
void fields(KernelChangeRow& v, F& f) {
  f("name", v.name, "A compute kernel.");
  f("before", v.before, "None where it is not among the 32 that take most time on a rank of the base.");
  f("after", v.after, "The same of the other side.");
}

struct RanksComparison {
  std::string schema = "nsys-ai.ranks-comparison/1";
  std::string verdict;
  std::string text;
  std::optional<std::string> reason;
  std::string unit;
  ExperimentSide before;
  ExperimentSide after;
  std::optional<double> ratio;
  std::optional<RatioBounds> interval;
  std::vector<std::string> causes;
  std::vector<FindingChange> findings;
  std::vector<RankChangeRow> ranks;
  std::vector<CollectiveChangeRow> collectives;
  std::vector<KernelChangeRow> kernels;
  std::vector<UnreadFile> unread;
  std::vector<std::string> notes;
};
template <class F>
void fields(RanksComparison& v, F& f) {
  f("schema", v.schema, "The version of this format.");
  f("verdict", v.verdict, "slower, faster or noChange, of these captures; or inconclusive.");
  f("text", v.text, "The verdict in a sentence.");
  f("reason", v.reason, "Why it is inconclusive.");
  f("unit", v.unit, "step, from its first operation to that of the next one; else capture, as a whole.");
  f("before", v.before, "The base.");
  f("after", v.after, "What is compared with it.");
  f("ratio", v.ratio, "The median unit after / before.");
  f("interval", v.interval, "Its interval of 95 %.");
  f("causes", v.causes, "Where it went, in up to three sentences.");
  f("findings", v.findings, "Findings on ranks that came, went or stayed.");
  f("ranks", v.ranks, "A row for each rank of both sides.");
  f("collectives", v.collectives, "By operation, size and participants, by what their transfer changed.");
  f("kernels", v.kernels, "By name, over all ranks, by what they changed.");
  f("unread", v.unread, "Files that could not be read.");
  f("notes", v.notes, "What else a reader must know.");
}

}  // namespace nsys_ai::nsys

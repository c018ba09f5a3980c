// The wire types of an experiment: the ranks of one run, which `nsys-ai ranks --format json` also prints.
#pragma once

#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct RanksParams {
  std::vector<std::string> paths;
  std::optional<bool> ranksByName;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(RanksParams& v, F& f) {
  f("paths", v.paths, "Profiles, and folders below which all profiles are taken.");
  f("ranksByName", v.ranksByName,
    "Takes ranks that captures do not state from `rank3` in names of files, and says so.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct RankRow {
  std::string rank;
  std::optional<int64_t> number;
  std::optional<std::string> numberFrom;
  std::string file;
  std::string host;
  std::optional<int64_t> pid;
  int64_t device = 0;
  std::string gpu;
  std::string uuid;
  int64_t group = 0;
  int64_t steps = 0;
  std::optional<int64_t> stepNs;
  int64_t spanNs = 0;
  int64_t busyNs = 0;
  int64_t computeNs = 0;
  int64_t communicationNs = 0;
  int64_t overlapNs = 0;
  int64_t idleNs = 0;
  int64_t collectives = 0;
  int64_t collectiveNs = 0;
  int64_t transferNs = 0;
  int64_t waitNs = 0;
  int64_t unmatchedNs = 0;
  int64_t last = 0;
  int64_t lastOf = 0;
  int64_t mpiTransferNs = 0;
  int64_t mpiWaitNs = 0;
};
template <class F>
void fields(RankRow& v, F& f) {
  f("rank", v.rank, "Its number; where nothing states it, the file and what distinguishes it there.");
  f("number", v.number, "The rank as a number, where it is known.");
  f("numberFrom", v.numberFrom,
    "What states it: a variable of the launcher, NCCL's payloads, MPI_RANKS, the file's name.");
  f("file", v.file, "The capture.");
  f("host", v.host, "The machine, where the capture names it.");
  f("pid", v.pid, "The process.");
  f("device", v.device, "The GPU, as CUDA numbers it in that process.");
  f("gpu", v.gpu, "Its model.");
  f("uuid", v.uuid, "Which GPU it is, else its place on the bus; empty where the capture does not say.");
  f("group", v.group, "Ranks of one number run the same kernels equally often a step.");
  f("steps", v.steps, "How many steps were found.");
  f("stepNs", v.stepNs, "The median of their durations on the GPU.");
  f("spanNs", v.spanNs, "From its first GPU operation to the end of its last.");
  f("busyNs", v.busyNs, "Of that, with any operation on the GPU.");
  f("computeNs", v.computeNs, "With a compute kernel.");
  f("communicationNs", v.communicationNs, "With a communication kernel.");
  f("overlapNs", v.overlapNs, "With both.");
  f("idleNs", v.idleNs, "spanNs - busyNs.");
  f("collectives", v.collectives, "Communication kernels.");
  f("collectiveNs", v.collectiveNs, "Their durations, summed: transferNs + waitNs + unmatchedNs.");
  f("transferNs", v.transferNs, "Of matched collectives: for each the duration of its shortest participant.");
  f("waitNs", v.waitNs, "Of matched collectives: the rest, which waited for the last to come.");
  f("unmatchedNs", v.unmatchedNs,
    "Of kernels without a partner on each rank of their communicator, or that wait for nobody.");
  f("last", v.last, "In how many collectives it came last.");
  f("lastOf", v.lastOf, "Of how many in which somebody clearly did.");
  f("mpiTransferNs", v.mpiTransferNs,
    "On the host, of matched collectives of MPI: for each the duration of its shortest participant.");
  f("mpiWaitNs", v.mpiWaitNs, "On the host, the rest of these.");
}

struct CollectiveRow {
  std::string communicator;
  bool byOrder = false;
  bool host = false;
  std::string operation;
  std::optional<int64_t> bytes;
  std::vector<std::string> ranks;
  std::optional<int64_t> statedRanks;
  int64_t instances = 0;
  int64_t transferNs = 0;
  int64_t waitNs = 0;
  int64_t medianTransferNs = 0;
  int64_t longestWaitNs = 0;
  std::optional<double> busGBps;
  std::string mostOftenLast;
  int64_t last = 0;
  int64_t lastOf = 0;
};
template <class F>
void fields(CollectiveRow& v, F& f) {
  f("communicator", v.communicator,
    "As NCCL's payloads number it; else the stream whose collectives were matched.");
  f("byOrder", v.byOrder, "The captures do not state communicators: matched by order, where ends agree.");
  f("host", v.host, "Calls of MPI: their times are those of the host.");
  f("operation", v.operation, "What it does.");
  f("bytes", v.bytes, "The size of the message, where a payload states it.");
  f("ranks", v.ranks, "The participants in these captures.");
  f("statedRanks", v.statedRanks, "How many ranks the communicator has, where a payload states it.");
  f("instances", v.instances, "How many were matched on all of them.");
  f("transferNs", v.transferNs, "For each the duration of its shortest participant, summed over instances.");
  f("waitNs", v.waitNs, "The rest of all participants, summed.");
  f("medianTransferNs", v.medianTransferNs, "The median transfer.");
  f("longestWaitNs", v.longestWaitNs, "The longest that a rank waited in one.");
  f("busGBps", v.busGBps,
    "Bus bandwidth as nccl-tests define it, by the median transfer, in 10^9 bytes per second.");
  f("mostOftenLast", v.mostOftenLast, "The rank that came last most often.");
  f("last", v.last, "How often it did.");
  f("lastOf", v.lastOf, "Of how many in which somebody clearly did.");
}

struct RankStepRow {
  int64_t step = 0;
  std::string slowest;
  std::vector<int64_t> durationNs;
  std::vector<int64_t> ownNs;
};
template <class F>
void fields(RankStepRow& v, F& f) {
  f("step", v.step, "Its number, from 0.");
  f("slowest", v.slowest,
    "The rank with the longest own time; empty where no two of one group differ by 2 %.");
  f("durationNs", v.durationNs, "Of each rank, in the order of `ranks`; -1 where it has no such step.");
  f("ownNs", v.ownNs, "The same without what it waited for others in matched collectives.");
}

struct ClockRow {
  std::string file;
  std::string from;
  int64_t aheadNs = 0;
  double driftPpm = 0;
  std::optional<int64_t> residualNs;
  int64_t ends = 0;
};
template <class F>
void fields(ClockRow& v, F& f) {
  f("file", v.file, "The capture.");
  f("from", v.from, "What its clock was aligned by: collectives, session start, or none.");
  f("aheadNs", v.aheadNs, "How much its session start is ahead of the middle of all captures; subtracted.");
  f("driftPpm", v.driftPpm, "How much it gains on the others, in millionths.");
  f("residualNs", v.residualNs, "The median distance of ends from that; none where nothing was matched.");
  f("ends", v.ends, "Of how many collectives.");
}

struct RankFinding {
  std::string key;
  std::string severity;
  std::string title;
  std::string detail;
  std::string advice;
  std::vector<std::string> ranks;
  int64_t lostNs = 0;
};
template <class F>
void fields(RankFinding& v, F& f) {
  f("key", v.key,
    "straggler, slow-gpu, late-host, rotating, host-jitter, slow-link, imbalance-by-design, clock-skew or several-runs.");
  f("severity", v.severity, "high, medium or information.");
  f("title", v.title, "In a line.");
  f("detail", v.detail, "By what figures.");
  f("advice", v.advice, "What to do next.");
  f("ranks", v.ranks, "Which ranks it is about.");
  f("lostNs", v.lostNs, "How long the others waited, on average; of a slow link how much longer it took.");
}

struct UnreadFile {
  std::string file;
  std::string reason;
};
template <class F>
void fields(UnreadFile& v, F& f) {
  f("file", v.file, "The file.");
  f("reason", v.reason, "Why it was not read.");
}

struct RankReport {
  std::string schema = "nsys-ai.ranks/1";
  std::vector<RankFinding> findings;
  std::vector<RankRow> ranks;
  std::vector<CollectiveRow> collectives;
  std::vector<RankStepRow> steps;
  std::vector<ClockRow> clocks;
  std::vector<UnreadFile> unread;
  std::vector<std::string> notes;
};
template <class F>
void fields(RankReport& v, F& f) {
  f("schema", v.schema, "The version of this format.");
  f("findings", v.findings, "What stands out, the greatest loss first; empty where nothing does.");
  f("ranks", v.ranks, "A row for each GPU of each process.");
  f("collectives", v.collectives,
    "Matched collectives by communicator, operation and size, the longest waits first.");
  f("steps", v.steps, "A row for each step.");
  f("clocks", v.clocks, "A row for each capture.");
  f("unread", v.unread, "Files that could not be read.");
  f("notes", v.notes, "What else a reader must know.");
}

}  // namespace nsys_ai::nsys

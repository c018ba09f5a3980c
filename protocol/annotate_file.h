// The members of `round.json`, which the annotation loop writes for each of its rounds (docs/ANNOTATE.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"

namespace nsys_ai {

// What one range launched in a round.
struct AnnotateRange {
  std::string label;
  int64_t ranges = 0;
  int64_t own = 0;
  int64_t most = 0;
  int64_t ownNs = 0;
};
template <class F>
void fields(AnnotateRange& v, F& f) {
  f("label", v.label, "`path:line:function`.");
  f("ranges", v.ranges, "How often it was there with a kernel inside.");
  f("own", v.own, "The kernels of which it is the innermost range.");
  f("most", v.most, "The most of these in one range.");
  f("ownNs", v.ownNs, "Their time.");
}

// The state of a source, without the ranges that it has.
struct AnnotateSource {
  std::string file;
  std::string digest;
};
template <class F>
void fields(AnnotateSource& v, F& f) {
  f("file", v.file, "Below the folder.");
  f("digest", v.digest, "The SHA-256 of its bytes.");
}

struct AnnotateRound {
  std::string root;
  std::string entry;
  std::string kernel;
  int64_t number = 0;
  std::vector<std::string> command;  // as given
  std::vector<std::string> argv;     // as it ran
  std::optional<std::string> window;
  std::vector<std::string> windowOptions;
  std::string commit;
  std::string change;
  std::string program;
  std::string python;
  double seconds = 0;
  std::vector<std::string> profiles;
  std::vector<std::string> labels;
  int64_t kernels = 0;
  int64_t located = 0;
  int64_t alone = 0;
  int64_t totalNs = 0;
  int64_t aloneNs = 0;
  std::vector<AnnotateRange> ranges;
  int64_t spanNs = 0;
  int64_t launches = 0;
  int64_t steps = 0;
  int64_t stepKernels = 0;
  int64_t stepNs = 0;
  std::optional<double> overhead;
  std::string overheadOf;
  std::string outcome;
  std::vector<AnnotateSource> sources;
  int64_t budget = 0;
  double allowed = 0;
  std::vector<std::string> next;
  bool chosen = false;
  std::string stop;
};
template <class F>
void fields(AnnotateRound& v, F& f) {
  f("root", v.root, "The folder of the sources, or one source.");
  f("entry", v.entry, "The function that the loop begins with; empty for all.");
  f("kernel", v.kernel, "Part of the names of the kernels that count; empty for all.");
  f("number", v.number, "0 is the run without ranges.");
  f("command", v.command, "The command as it was given.");
  f("argv", v.argv, "The command as it ran.");
  f("window", v.window, "The part of the run that was captured; none for all of it.");
  f("windowOptions", v.windowOptions, "The same as options of the loop.");
  f("commit", v.commit, "The commit of the sources; empty outside of git.");
  f("change", v.change, "What differed from the commit, as a diff.");
  f("program", v.program, "The version of this program.");
  f("python", v.python, "The version of the interpreter that read the sources.");
  f("seconds", v.seconds, "How long the command took.");
  f("profiles", v.profiles, "The captures, one for each rank that wrote one.");
  f("labels", v.labels, "The ranges of this round.");
  f("kernels", v.kernels, "The kernels that count.");
  f("located", v.located, "Of these, those in a range that names a line.");
  f("alone", v.alone, "Of these, those that their innermost range launched alone.");
  f("totalNs", v.totalNs, "The time of all kernels.");
  f("aloneNs", v.aloneNs, "The time of those that were alone.");
  f("ranges", v.ranges, "What each range launched.");
  f("spanNs", v.spanNs, "From the start of the first kernel to the end of the last.");
  f("launches", v.launches, "The kernels of the run, whatever their names.");
  f("steps", v.steps,
    "The steps, or repeats of the same kernels, of the GPU whose median step is the longest; 0 where there are too few.");
  f("stepKernels", v.stepKernels, "The kernels of most of them.");
  f("stepNs", v.stepNs, "Their median duration, from the start of one to that of the next.");
  f("overhead", v.overhead,
    "How much longer that is than in round 0, as a share; none where the runs can not be compared.");
  f("overheadOf", v.overheadOf,
    "What of: step where both have steps of as many kernels, else run, from the first kernel to the last, where both launched as many.");
  f("outcome", v.outcome, "kept, or taken back, since the run became too slow.");
  f("sources", v.sources, "The sources of its ranges, and of the next ones.");
  f("budget", v.budget, "How many ranges a round may have.");
  f("allowed", v.allowed, "How many percent longer than round 0 it may be.");
  f("next", v.next, "The ranges of the next round.");
  f("chosen", v.chosen, "Whether a person or an agent chose these, and not the planner.");
  f("stop", v.stop, "Why there is no next round; empty if there is.");
}

}  // namespace nsys_ai

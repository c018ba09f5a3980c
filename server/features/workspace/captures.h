// What was captured in a workspace, one line each in `.nsys-ai/captures.jsonl`: how, and how it fell short.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "view/capture_plan.h"

namespace nsys_ai {

struct CaptureEntry {
  std::string at;  // UTC
  std::vector<std::string> command;
  std::vector<std::string> questions;
  std::optional<double> delay;
  std::optional<double> duration;
  std::optional<int64_t> steps;
  std::string range;
  std::string ranks;
  bool slurm = false;
  std::string container;
  std::string output;
  std::string report;
  std::string line;
  std::vector<std::string> causes;
  std::vector<std::string> mends;
};
template <class F>
void fields(CaptureEntry& v, F& f) {
  f("at", v.at, "When it ended, UTC.");
  f("command", v.command, "The program and its arguments.");
  f("questions", v.questions, "What it was to answer.");
  f("delay", v.delay, "Seconds that were left out at the start.");
  f("duration", v.duration, "Seconds that were recorded at most.");
  f("steps", v.steps, "Steps that the program opened.");
  f("range", v.range, "The NVTX range that was captured; empty for none.");
  f("ranks", v.ranks, "as started, one or all.");
  f("slurm", v.slurm, "Whether srun started it.");
  f("container", v.container, "The image in which it ran; empty for none.");
  f("output", v.output, "The report's name without suffix.");
  f("report", v.report, "The report.");
  f("line", v.line, "The command line.");
  f("causes", v.causes, "How it falls short: keys of causes.");
  f("mends", v.mends, "Options that mend it, those that it was made with among them.");
}

std::string word_of(Ranks ranks);
Ranks ranks_of(const std::string& word);

// Adds a line for it; `at` is filled in.
Result<void> remember_capture(const std::vector<std::filesystem::path>& workspace, CaptureEntry entry);
// The last one; nullopt where none was made.
Result<std::optional<CaptureEntry>> last_capture(const std::vector<std::filesystem::path>& workspace);

}  // namespace nsys_ai

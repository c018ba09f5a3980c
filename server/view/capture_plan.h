// Plans how to capture a program that nobody has captured yet: the command line, what each option is for, and which
// questions the capture cannot answer.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// The word of a command that marks where nsys has to stand: behind a launcher, inside of a container.
inline constexpr const char* kNsysPlace = "{nsys}";

enum class Ranks { as_started, one, all };

struct CaptureRequest {
  std::vector<std::string> command;
  std::string script;                  // the text of the script that the command runs; empty if there is none
  std::vector<std::string> questions;  // names of skills, or keys of causes, that the capture has to answer
  std::string output = "capture";      // without suffix
  std::optional<double> delay_s = {};
  std::optional<double> duration_s = {};
  std::optional<int64_t> steps = {};  // those that the program opens and closes
  std::string range = {};             // the NVTX range that opens and closes the capture; empty for none
  Ranks ranks = Ranks::as_started;
  bool by_slurm = false;                // `srun` starts it
  std::string container = {};           // the image in which it is started; empty for none
  std::string folder = {};              // where it is started, for a container
  std::vector<std::string> mends = {};  // as in Finding
  // The names of the options of the nsys at hand, each on a line, to leave out what it does not know; empty:
  // not known.
  std::string known_options = {};
};

struct PlannedOption {
  std::string text;
  std::string purpose;  // the end of a sentence; empty if this program does not know it
};

struct CapturePlan {
  std::string framework;    // "none" if none was seen
  std::string seen_by;      // the word that shows it
  std::string environment;  // assignments before the command; may be empty
  std::vector<std::string> line;  // words; the program begins the line where nothing launches it
  bool nsys_is_here = true;       // false behind a launcher, where another nsys may be found
  std::vector<PlannedOption> options;
  std::vector<std::string> unknown;  // options that the nsys at hand lacks
  std::string part;                  // which part of the run is captured, in words
  std::string to_know;               // sentences about the framework, and about who starts the program
  // What the capture cannot answer: an option that would change that, and the titles of the skills.
  std::vector<std::pair<std::string, std::vector<std::string>>> unanswered;
};

// Fails on a question that is neither a skill nor a cause, and on a launcher that starts the program elsewhere if the
// command does not say where nsys has to stand.
Result<CapturePlan> capture_plan(const CaptureRequest& request);

// As a person types it: words are quoted for a shell where they need it.
std::string shell_line(const CapturePlan& plan);
// The line, and below it what each option is for, what is captured and what cannot be answered. `size` says
// how large it gets; may be empty.
std::string plan_text(const CapturePlan& plan, const std::string& size);

}  // namespace nsys_ai

// Proposes the command line for the next capture, from docs/CAPTURE.md, compiled in, and the unanswered
// questions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/answer.h"
#include "knowledge/findings.h"

namespace nsys_ai {

struct FrameworkCapture {
  std::string framework;    // the framework's name, or `none`
  std::string environment;  // environment variables before the command; may be empty
  std::vector<std::string> options;
  std::string to_know;  // sentences
  std::vector<std::string> names;  // words of a command or an import that show it
  std::string steps;               // how a program of it captures some steps; sentences
};
// By rank: if several frameworks apply, because one builds on another, the first counts; `none` is the last.
std::span<const FrameworkCapture> framework_captures();

// What an option of `nsys profile` is for, as "--sample=" and the end of a sentence.
struct CaptureOption {
  std::string name;
  std::string purpose;
};
std::span<const CaptureOption> capture_options();

// Options of one command line: each once, the first value wins, lists of traced APIs are merged.
class NsysOptions {
 public:
  // Leaves options without a value to a person.
  void add(std::string_view option);
  // The options in a command line, or a single option.
  void add_from(std::string_view code);
  void remove(std::string_view name);
  // Takes an option of that name out, and this one in; or leaves it out (`without --NAME`).
  void mend(std::string_view option);
  // Whether this would change nothing: the option is there, with that value, or these APIs are traced.
  bool has(std::string_view option) const;
  std::vector<std::string> words() const;

 private:
  void add_traces(std::string_view list);

  std::vector<std::string> traces_ = {"cuda", "nvtx", "osrt"};
  std::vector<std::string> others_;
};

// Stands among the options that mend a capture where each rank has to be captured.
inline constexpr std::string_view kEachRank = "each rank";

// Judges a profile as a capture: the findings that say how it falls short of what ran, and the options that
// mend it.
struct CaptureFaults {
  std::vector<std::string> causes;  // keys
  std::vector<std::string> titles;
  std::vector<std::string> mends;  // as in Finding
  bool any() const { return !causes.empty(); }
};
CaptureFaults capture_faults(const Findings& findings);

struct NextCapture {
  std::string line;     // "nsys profile --trace=cuda,nvtx,osrt -o next PROGRAM"
  std::string to_know;  // sentences about the framework
};
// For a program that uses these frameworks (names), with the options that unanswered questions and findings
// ask for.
NextCapture next_capture(std::span<const std::string> frameworks, std::span<const Answer> answers,
                         const Findings& findings);

}  // namespace nsys_ai

// Texts that the skills about steps share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "analysis/time/iterations.h"

namespace nsys_ai {

inline constexpr const char* kMarkerDoc =
    "The label of the ranges that mark steps, such as `train_step`; empty: it is found.";

inline std::string why_no_iterations(const Profile& profile, const Iterations& iterations,
                                     const std::string& marker) {
  if (!iterations.empty()) return "No iteration did anything on a GPU in this scope.";
  if (!marker.empty()) return "No closed range has the label \"" + marker + "\".";
  return iterations.why_none(profile) +
         " The parameter `marker` of iteration_timing names the label of ranges that are.";
}

// Counts steps per process, because each numbers its own; a reader of many rows must know how many steps a
// process has.
inline void note_steps_of_processes(const Iterations& iterations, std::vector<std::string>& notes) {
  size_t processes = 0;
  uint32_t fewest = UINT32_MAX, most = 0;
  std::string_view noun = "step";
  for (const ProcessSteps& of : iterations.of_process) {
    if (of.first == of.end) continue;
    ++processes;
    fewest = std::min(fewest, of.end - of.first);
    most = std::max(most, of.end - of.first);
    noun = noun_of(of.source);
  }
  if (processes < 2) return;
  const std::string count = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  notes.push_back(fmt::format("{} {}{} in each of {} processes, which number their own", count, noun,
                              most == 1 ? "" : "s", processes));
}

// Says how many steps each process has, and explains how steps without markers were found; identical
// explanations for several processes appear once.
inline void note_step_sources(const Iterations& iterations, std::vector<std::string>& notes) {
  note_steps_of_processes(iterations, notes);
  std::set<std::pair<StepSource, std::string>> listed;
  for (const ProcessSteps& of : iterations.of_process) {
    if (of.first == of.end || !listed.emplace(of.source, of.label).second) continue;
    if (of.source == StepSource::detected)
      notes.push_back(
          "no range marks steps: they are detected from kernels that repeat, each beginning with `" +
          display_name(of.label) + "`");
    if (of.source == StepSource::repeat)
      notes.push_back("these are no steps but repeats of a block of the program: `" + of.label +
                      "` numbers up from one to the next");
  }
}

}  // namespace nsys_ai

// What the skills about steps have to say alike.
#pragma once

#include <string>
#include <vector>

#include "analysis/kernels/kernels.h"
#include "analysis/time/iterations.h"

namespace nsys_ai::inline skills {

inline constexpr const char* kMarkerDoc =
    "The label of the ranges that mark steps, such as `train_step`; empty: it is found.";

inline std::string why_no_iterations(const Iterations& iterations, const std::string& marker) {
  if (!iterations.empty()) return "No iteration did anything on a GPU in this scope.";
  if (!marker.empty()) return "No closed range has the label \"" + marker + "\".";
  return "No range marks steps, and kernels do not repeat in a regular sequence. "
         "The parameter `marker` of iteration_timing names the label of one.";
}

inline void note_detected(const Iterations& iterations, std::vector<std::string>& notes) {
  if (iterations.detected)
    notes.push_back(
        "no range marks steps: they are detected from kernels that repeat, each beginning with `" +
        display_name(iterations.marker) + "`");
}

}  // namespace nsys_ai::inline skills

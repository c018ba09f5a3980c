// What skills about phases share: the name of a row's phase, and why there are none.
#pragma once

#include <fmt/format.h>

#include <string>

#include "analysis/phases/phase_work.h"
#include "base/text_table.h"
#include "skill/skill.h"

namespace nsys_ai {

inline constexpr std::string_view kPhaseMapDoc =
    "A map of your own as JSON: {\"prefill\": [\"prefill\", \"prompt\"], \"decode\": [\"re:^decode\"]}. A pattern is a part of a range's text in either case, or after re: a regular expression as for grep -E; the first phase that fits has a range, also one that lies in a range of a later phase. Default: .nsys-ai/phases.json, else a built-in map.";

inline std::string phase_text(const Phases& phases, PhaseKind kind, uint32_t phase) {
  return kind <= PhaseKind::part ? phases.names[phase].name : std::string(name_of(kind));
}

inline CannotAnswer no_phases(const Phases& phases) {
  return {phases.why_none,
          {"Name the ranges of the program's phases in .nsys-ai/phases.json or with --phase-map, as docs/REPORT.md shows.",
           "Where there are none, capture with `nsys profile --trace=cuda,nvtx`, with VLLM_NVTX_SCOPES_FOR_PROFILING=1 for vLLM and SGLANG_ENABLE_NVTX_SCHEDULER=1 for SGLang; TensorRT-LLM records its own."}};
}

// Says whose map it is, what is counted with it, and what graphs hide.
inline void note_phases(const Phases& phases, std::vector<std::string>& notes) {
  notes.push_back(phases.detected ? "no range names a phase: the phase `step` holds the steps of the program as iteration_timing finds them, and where kernels alone mark them a step lasts until the next one is launched"
                                  : fmt::format("phases by {}", phases.map));
  if (phases.meanwhile > 0)
    notes.push_back(fmt::format("{} operations of phases were launched by another thread of the process while a range of the phase was open",
                                readable_count(phases.meanwhile)));
}

}  // namespace nsys_ai

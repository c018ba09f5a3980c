// How long skills and searches take on a profile that is open.
#pragma once

#include <array>
#include <string>

#include "skill/skill.h"

namespace nsys_ai::bench {

struct SkillTime {
  double first_ms = 0;         // with what is built once for a profile
  double again_ms = 0;         // the best of three more: what other work disturbed least
  double again_processor = 0;  // ms of all threads, the least
  std::string outcome;
};
// With its defaults, over the whole capture.
SkillTime time_skill(const Skill& skill, const Profile& profile);

// The questions that people ask most, warm.
inline constexpr std::array kQuestions = {"top_kernels", "nvtx_summary", "nvtx_kernel_map", "search"};
using QuestionTimes = std::array<double, kQuestions.size()>;  // ms, of each

// Leaves memory to the process: run it in a child. Throws std::runtime_error.
QuestionTimes measure_questions(const std::string& path);

}  // namespace nsys_ai::bench

// Evaluates the book's causes on a profile: runs their skills, and evaluates their conditions over the
// answers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "knowledge/cause.h"
#include "skill/registry.h"

namespace nsys_ai {

struct Judgement {
  const Cause* cause = nullptr;
  std::optional<Finding> finding;  // set if the cause holds
  std::string not_judged;          // why the cause cannot be judged; empty if it was
  bool failed = false;             // whether that is because an answer failed, and not because the capture
                                   // lacks data
  int64_t minor_ns = 0;            // mean over GPUs; set if the cause holds for too little time to be a
                                   // finding
};

// The input that all causes share: each skill runs once for each set of parameters.
struct JudgeContext {
  const Registry& skills;
  const Profile& profile;
  const Scope& scope;
  Work work = {};
};

// One element for each cause, in their order. Fails on a cancel, or on a defect of a page or a skill.
Result<std::vector<Judgement>> judge(const JudgeContext& of, std::span<const Cause> causes);

}  // namespace nsys_ai

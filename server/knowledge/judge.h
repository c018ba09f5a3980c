// Evaluates the causes of the book on a profile: runs their skills, and their conditions over the answers.
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
  std::optional<Finding> finding;  // when the cause holds
  std::string not_judged;          // why that cannot be said; empty when it was
  bool failed = false;             // whether that is for want of an answer, not of something in the capture
  int64_t minor_ns = 0;            // mean over GPUs; where it holds for too little time to be a finding
};

// What all causes share: each skill runs once for each set of parameters.
struct JudgeContext {
  const Registry& skills;
  const Profile& profile;
  const Scope& scope;
  Work work = {};
};

// One element a cause, in their order. Fails when cancelled, or on a defect of a page or a skill.
Result<std::vector<Judgement>> judge(const JudgeContext& of, std::span<const Cause> causes);

}  // namespace nsys_ai

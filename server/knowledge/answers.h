// What skills and queries answer about the run that is judged, each asked once.
#pragma once

#include <map>
#include <span>
#include <string>

#include "analysis/scope.h"
#include "base/result.h"
#include "knowledge/cause.h"
#include "knowledge/judge.h"
#include "skill/params.h"
#include "skill/skill.h"

namespace nsys_ai {

// What is asked for each run on a GPU: what causes claim is a part of it.
const CauseInput& account_input();

class Answers {
 public:
  // Asks all that causes of a run with GPU work use, or of one without, on all cores unless memory is
  // limited; queries in the scope that is judged.
  Answers(const JudgeContext& of, const Scope& judged, std::span<const Cause> causes, bool has_gpu_work);

  const Result<AskedRows>& of_input(const CauseInput& input) const;

  static Result<AskedRows> asked(const JudgeContext& of, const std::string& name, const ParamValues& given);

 private:
  std::map<std::string, Result<AskedRows>> known_;
};

}  // namespace nsys_ai

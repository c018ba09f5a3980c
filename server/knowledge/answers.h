// What skills and queries answer about the run that is judged, each asked once.
#pragma once

#include <map>
#include <span>
#include <string>

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "knowledge/cause.h"
#include "knowledge/judge.h"
#include "skill/params.h"

namespace nsys_ai::inline knowledge {

// What is asked for each run on a GPU: what causes claim is a part of it.
const CauseInput& account_input();

class Answers {
 public:
  // Asks all that causes of a run with GPU work use, or of one without, on all cores unless memory is
  // limited; queries in the scope that is judged.
  Answers(const JudgeContext& of, const Scope& judged, std::span<const Cause> causes, bool has_gpu_work);

  const Result<Answer>& of_input(const CauseInput& input) const;

  static Result<Answer> asked(const JudgeContext& of, const std::string& name, const ParamValues& params);

 private:
  std::map<std::string, Result<Answer>> known_;
};

}  // namespace nsys_ai::inline knowledge

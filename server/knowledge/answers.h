// The answers of skills and queries about the run under analysis, each computed once.
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

// The input that every run on a GPU needs: causes claim parts of its answer.
const CauseInput& account_input();

class Answers {
 public:
  // Computes every input of the causes for a run with GPU work, or of those for a run without, on all cores
  // unless memory is limited. Queries run in the scope `judged`.
  Answers(const JudgeContext& of, const Scope& judged, std::span<const Cause> causes, bool has_gpu_work);

  const Result<RowsAnswer>& of_input(const CauseInput& input) const;

  static Result<RowsAnswer> asked(const JudgeContext& of, const std::string& name, const ParamValues& given);

 private:
  std::map<std::string, Result<RowsAnswer>> known_;
};

}  // namespace nsys_ai

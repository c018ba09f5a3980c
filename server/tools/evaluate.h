// Answers measured: questions with known answers, asked without a model, of a model with checks, and of the
// same model with nothing but SQL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agent/eval/judge.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct EvaluationRequest {
  std::vector<std::filesystem::path> files;  // of questions
  std::filesystem::path profiles;            // the folder in which the profiles are that they name
  bool all_wordings = false;                 // else the first of each
  std::optional<ModelAccess> model;          // with consent; none: only what needs none is measured
};

// Who answers.
enum class Answerer { without_model, model, model_with_sql };
std::string_view name_of(Answerer answerer);

struct Measured {
  Answerer answerer = Answerer::without_model;
  int64_t right = 0, closest = 0, abstained = 0, wrong = 0;
  int64_t figures = 0, checked = 0;   // of texts of models: figures, and those of them that were handed out
  int64_t references = 0, valid = 0;  // that texts name, and those of them that were handed out
  int64_t tool_calls = 0;
  ChatUsage usage;
  double seconds = 0;

  int64_t asked() const { return right + closest + abstained + wrong; }
};

struct JudgedQuestion {
  std::string profile;
  std::string question;
  Answerer answerer = Answerer::without_model;
  Verdict verdict = Verdict::wrong;
  std::string text;  // what was answered
};

struct Evaluation {
  std::vector<Measured> measured;
  std::vector<JudgedQuestion> questions;
};

// Fails on questions that cannot be read, on a profile that is not there, and when cancelled.
Result<Evaluation> evaluate(const EvaluationRequest& request, const Work& work);

}  // namespace nsys_ai

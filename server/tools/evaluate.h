// Measures answers to questions whose answers are known: without a model, with a model and checks, and with
// the same model that has nothing but SQL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agent/eval/judge.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct EvaluationRequest {
  std::vector<std::filesystem::path> files;  // files of questions
  std::filesystem::path profiles;            // the folder with the profiles that the questions name
  bool all_wordings = false;                 // otherwise only the first of each question
  std::optional<ModelAccess> model;          // with consent; if empty, measures only answers without a model
};

// The source of an answer.
enum class Answerer { without_model, model, model_with_sql };
std::string_view name_of(Answerer answerer);

struct Measured {
  Answerer answerer = Answerer::without_model;
  int64_t right = 0, closest = 0, abstained = 0, wrong = 0;
  int64_t figures = 0, checked = 0;   // figures in a model's text, and how many of them the tools returned
  int64_t references = 0, valid = 0;  // references in a text, and how many of them the tools returned
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
  std::string text;  // the answer
};

struct Evaluation {
  std::vector<Measured> measured;
  std::vector<JudgedQuestion> questions;
};

// Fails if a question cannot be read, a profile does not exist, or the work is cancelled.
Result<Evaluation> evaluate(const EvaluationRequest& request, const Work& work);

}  // namespace nsys_ai

// Runs a separate conversation for each question, and opens each profile once.
#include "tools/evaluate.h"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "profile/library.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

using Clock = std::chrono::steady_clock;

// One answer and its cost.
struct Answered {
  Verdict verdict = Verdict::abstained;
  std::string text;
  Measured cost;
};

class Evaluator {
 public:
  Evaluator(const EvaluationRequest& request, const Work& work) : request_(request), work_(work) {
    for (const Answerer answerer : {Answerer::without_model, Answerer::model, Answerer::model_with_sql})
      if (request.model || answerer == Answerer::without_model)
        evaluation_.measured.emplace_back().answerer = answerer;
  }

  Result<Evaluation> run() {
    std::vector<QuestionCase> cases;
    for (const auto& file : request_.files) {
      auto read = read_questions(file);
      if (!read) return tl::unexpected(read.error());
      cases.insert(cases.end(), read->begin(), read->end());
    }
    for (size_t at = 0; at < cases.size(); ++at) {
      work_.report(static_cast<double>(at) / static_cast<double>(cases.size()), "asking questions");
      const auto profile = open(cases[at].profile);
      if (!profile) return tl::unexpected(profile.error());
      const size_t wordings = request_.all_wordings ? cases[at].wordings.size() : 1;
      for (size_t wording = 0; wording < wordings; ++wording)
        for (Measured& measured : evaluation_.measured)
          if (const auto good = ask(*profile, cases[at], wording, measured); !good)
            return tl::unexpected(good.error());
    }
    return std::move(evaluation_);
  }

 private:
  Result<ProfilePtr> open(const std::string& name) {
    ProfilePtr& one = profiles_[name];
    if (one) return one;
    const std::filesystem::path path = request_.profiles / (name + ".sqlite");
    auto opened = library_.open(path, work_);
    if (!opened) return tl::unexpected(opened.error());
    return one = opened->profile;
  }

  Result<void> ask(const ProfilePtr& profile, const QuestionCase& wanted, size_t wording,
                   Measured& measured) {
    const std::string& question = wanted.wordings[wording];
    const auto begun = Clock::now();
    const auto answered = measured.answerer == Answerer::without_model
                              ? without_model(profile, wanted, question)
                              : by_model(profile, wanted, question, measured.answerer);
    if (!answered) return tl::unexpected(answered.error());
    measured.seconds += std::chrono::duration<double>(Clock::now() - begun).count();
    add(measured, *answered);
    evaluation_.questions.push_back(
        {wanted.profile, question, measured.answerer, answered->verdict, answered->text});
    return {};
  }

  static void add(Measured& measured, const Answered& answered) {
    (answered.verdict == Verdict::right       ? measured.right
     : answered.verdict == Verdict::closest   ? measured.closest
     : answered.verdict == Verdict::abstained ? measured.abstained
                                              : measured.wrong) += 1;
    measured.figures += answered.cost.figures;
    measured.checked += answered.cost.checked;
    measured.references += answered.cost.references;
    measured.valid += answered.cost.valid;
    measured.tool_calls += answered.cost.tool_calls;
    measured.usage.input += answered.cost.usage.input;
    measured.usage.output += answered.cost.usage.output;
  }

  Result<Answered> without_model(const ProfilePtr& profile, const QuestionCase& wanted,
                                 const std::string& question) {
    const auto answer = nsys_ai::ask(profile, answers_, {question}, work_);
    if (!answer) return tl::unexpected(answer.error());
    return Answered{judge_answer(*answer, wanted),
                    answer->outcome == AskOutcome::refused ? answer->reason : answer->text,
                    {}};
  }

  Result<Answered> by_model(const ProfilePtr& profile, const QuestionCase& wanted,
                            const std::string& question, Answerer answerer) {
    const ToolContext context{profile, answers_, skills_, std::make_shared<const std::vector<Suppression>>()};
    const auto reply = answerer == Answerer::model ? reply_about(context, question, *request_.model, work_)
                                                   : reply_by_sql(context, question, *request_.model, work_);
    if (work_.cancel.cancelled()) return cancelled();
    if (!reply) return tl::unexpected(reply.error());
    Answered answered;
    answered.cost.usage = reply->usage;
    answered.cost.tool_calls = reply->tool_calls;
    if (reply->failure) {
      answered.text = reply->failure->message;
      return answered;
    }
    answered.text = reply->checked.text;
    answered.verdict = judge_text(answered.text, wanted);
    answered.cost.figures = reply->checked.figures;
    answered.cost.checked = reply->checked.matched;
    answered.cost.valid = static_cast<int64_t>(reply->checked.references.size());
    answered.cost.references = answered.cost.valid + static_cast<int64_t>(reply->checked.dropped.size());
    return answered;
  }

  const EvaluationRequest& request_;
  const Work& work_;
  Library library_;
  AnswerCache answers_;
  const SkillSetPtr skills_ = UserSkills(built_in_skills(), {}).now();
  std::map<std::string, ProfilePtr> profiles_;
  Evaluation evaluation_;
};

}  // namespace

std::string_view name_of(Answerer answerer) {
  switch (answerer) {
    case Answerer::without_model:
      return "without a model";
    case Answerer::model:
      return "model";
    case Answerer::model_with_sql:
      return "model with SQL alone";
  }
  return "";
}

Result<Evaluation> evaluate(const EvaluationRequest& request, const Work& work) {
  return Evaluator(request, work).run();
}

}  // namespace nsys_ai

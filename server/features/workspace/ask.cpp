// Answers questions in words.
#include "question/answer.h"

#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/ask_completion.h"
#include "features/workspace/client_profiles.h"
#include "skill/user_skills.h"
#include "tools/wire_ask.h"

namespace nsys_ai {
namespace {

Result<nsys::AskAnswer> answer_in_words(Session& session, const nsys::AskParams& params, Call& call) {
  const auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const std::string after = params.after.value_or("");
  const SkillSetPtr known = session.skills.now();
  const auto answer = ask(*profile, session.answers, {params.question, after, &known->project}, call.work());
  if (!answer) return tl::unexpected(answer.error());
  nsys::AskAnswer wire = wire_ask(*answer);
  wire.plan = answer->plan;
  return wire;
}

Result<nsys::AskCompletions> complete_words(Session& session, const nsys::AskCompleteParams& params,
                                            Call& call) {
  const auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  return ask_completions(**profile, params.question, params.most, call.work());
}

}  // namespace

void attach_ask(Router& router, Session& session) {
  router.on<method::Ask>(Lane::bulk, [&session](const nsys::AskParams& params, Call& call) {
    return answer_in_words(session, params, call);
  });
  router.on<method::AskComplete>(Lane::quick, [&session](const nsys::AskCompleteParams& params, Call& call) {
    return complete_words(session, params, call);
  });
}

}  // namespace nsys_ai

// Handlers for a language model's answers in words, and for a person's choices about models.
#include "tools/model_reply.h"

#include "agent/consent/sent_log.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/model/model_access.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/suppressions.h"

namespace nsys_ai {
namespace {

ModelQuestion subject_of(const nsys::AnswerInWordsParams& params) {
  ModelQuestion subject{.question = params.question.value_or(""),
                       .target = params.target.value_or(""),
                       .after = params.after.value_or(""),
                       .teach = params.teach.value_or(false),
                       .kept_only = params.keptOnly.value_or(false)};
  if (params.earlier)
    for (const nsys::EarlierExchange& earlier : *params.earlier)
      subject.earlier.push_back({earlier.question, earlier.answer});
  return subject;
}

Result<nsys::Words> answer(Session& session, const nsys::AnswerInWordsParams& params, Call& call) {
  const auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const auto access = model_access(session);
  if (!access) return tl::unexpected(access.error());
  ModelReplySink sink;
  if (params.partialResultToken)
    sink = [&call, token = *params.partialResultToken](std::string_view piece, bool restart) {
      if (!piece.empty() || restart)
        call.client().notify<method::Progress>({token, lsp::PartialWords{std::string(piece), restart}});
    };
  const ToolContext context{*profile, session.answers, session.skills.now(), session.suppressions.now()};
  return model_reply_about(context, subject_of(params), *access, sink, call.work());
}

Result<nsys::ModelStatus> status_of_model(Session& session) {
  const auto access = model_access(session);
  if (!access) return tl::unexpected(access.error());
  return model_status(*access);
}

}  // namespace

void attach_model_reply(Router& router, Session& session) {
  router.on<method::AnswerInWords>(Lane::remote,
                                   [&session](const nsys::AnswerInWordsParams& params, Call& call) {
                                     return answer(session, params, call);
                                   });
  router.on<method::ModelStatus>(
      Lane::quick, [&session](const nsys::ModelStatusParams&, Call&) { return status_of_model(session); });
  router.on<method::ModelConsent>(
      Lane::quick, [&session](const nsys::ModelConsentParams& params, Call&) -> Result<nsys::ModelStatus> {
        const auto access = model_access(session);
        if (!access) return tl::unexpected(access.error());
        if (const auto set = set_model_consent(*access, params.given); !set)
          return tl::unexpected(set.error());
        return model_status(*access);
      });
  router.on<method::ModelSent>(Lane::quick,
                               [](const nsys::ModelSentParams&, Call&) -> Result<nsys::ModelSentResult> {
                                 auto text = sent_text();
                                 if (!text) return tl::unexpected(text.error());
                                 return nsys::ModelSentResult{std::move(*text)};
                               });
}

}  // namespace nsys_ai

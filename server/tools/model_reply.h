// Answers in words of a language model, for every front end: whether a model may be used, the facts and tools
// that it gets, and the statement about it that a person sees.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agent/consent/model_settings.h"
#include "agent/grounding/answer_in_words.h"
#include "agent/model/chat.h"
#include "agent/model/model_key.h"
#include "base/result.h"
#include "protocol/nsys_words.h"
#include "tools/tool.h"

namespace nsys_ai {

// The settings and the workspace of a request to a language model.
struct ModelAccess {
  ModelSettings settings;
  std::filesystem::path workspace;  // the workspace for which a person gives consent
  // The editor's own model; empty if there is none.
  std::function<Result<std::unique_ptr<ChatModel>>()> editor_model = {};
  KeyStore keys = {};  // of the editor
};

// The state of models as a front end shows it before it uses one. Reads files, but loads no library and sends
// nothing.
nsys::ModelStatus model_status(const ModelAccess& access);
// Fails if the consent cannot be stored.
Result<void> set_model_consent(const ModelAccess& access, bool given);

// Has a question, a target, a report, or none of them; without any, the words describe the entire run.
struct ModelQuestion {
  std::string question = {};
  std::string target = {};
  std::string report = {};  // an answer without a model, which states its subject
  std::string after = {};   // `understood` of the earlier answer that the question refers to
  std::vector<EarlierExchange> earlier = {};
  bool teach = false;
  bool kept_only = false;
};

// Fails on cancellation and on an invalid subject. If there are no words, the result states the reason.
Result<nsys::Words> model_reply_about(const ToolContext& context, const ModelQuestion& subject,
                                const ModelAccess& access, const ModelReplySink& sink, const Work& work);

// Run only the conversation, for measurements: they neither store words nor reuse stored ones. `reply_by_sql`
// gives the model no facts and no tools except the tables and SQL.
Result<ModelReply> reply_about(const ToolContext& context, const std::string& question,
                               const ModelAccess& access, const Work& work);
Result<ModelReply> reply_by_sql(const ToolContext& context, const std::string& question,
                                const ModelAccess& access, const Work& work);

}  // namespace nsys_ai

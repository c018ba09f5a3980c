// Answers put in words by a language model, for every face: whether one may be asked, what it is given, and
// what a person is told about it.
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

// Who asks, and whom.
struct ModelAccess {
  ModelSettings settings;
  std::filesystem::path workspace;  // what consent is for
  // The editor's own model; null where there is none.
  std::function<Result<std::unique_ptr<ChatModel>>()> editor_model = {};
  KeyStore keys = {};  // of the editor
};

// What a face says about models before one is asked. Reads files, loads no library and sends nothing.
nsys::ModelStatus model_status(const ModelAccess& access);
// Fails where it cannot be kept.
Result<void> set_model_consent(const ModelAccess& access, bool given);

// One of question, target and report, or none of them: then the whole run is put in words.
struct WordsSubject {
  std::string question = {};
  std::string target = {};
  std::string report = {};  // what was answered without a model, which says what it is about
  std::string after = {};   // `understood` of the answer that the question refers back to
  std::vector<EarlierWords> earlier = {};
  bool teach = false;
  bool kept_only = false;
};

// Fails when cancelled, and on a subject that is none; where there are no words, the answer says why.
Result<nsys::Words> words_about(const ToolContext& context, const WordsSubject& subject,
                                const ModelAccess& access, const WordsSink& sink, const Work& work);

// The conversation alone, for measuring: nothing is kept or taken from what was. The second is given neither
// facts nor tools but the tables and SQL.
Result<WordsReply> reply_about(const ToolContext& context, const std::string& question,
                               const ModelAccess& access, const Work& work);
Result<WordsReply> reply_by_sql(const ToolContext& context, const std::string& question,
                                const ModelAccess& access, const Work& work);

}  // namespace nsys_ai

// Asks a language model about a profile: it gets an answer that was computed without it, may call tools for
// more, and its text is checked against the data that it got.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/consent/model_settings.h"
#include "agent/grounding/aliases.h"
#include "agent/grounding/checked_text.h"
#include "agent/model/chat.h"

namespace nsys_ai {

// An earlier question and answer of the same conversation, with the names that people see.
struct EarlierExchange {
  std::string question;
  std::string answer;
};

struct ReplyRequest {
  std::string task;   // the person's question
  std::string facts;  // the answer without a model: Markdown or plain text, with names quoted or as code
  std::vector<EarlierExchange> earlier = {};
  bool teach = false;  // whether to explain terms to a newcomer
};

// The tools that the model may call. `call` returns text in the form of `facts`; the model sees its errors.
struct ReplyTools {
  std::vector<ChatTool> tools;
  std::function<Result<std::string>(const std::string& name, const Json& arguments, const Work& work)> call;
};

// Receives each piece of the model's text, with names restored; `restart` discards the previous pieces.
using ModelReplySink = std::function<void(std::string_view piece, bool restart)>;

struct ModelReply {
  CheckedText checked;  // the text with names restored
  ChatUsage usage;      // includes failed requests
  int64_t tool_calls = 0;
  std::vector<std::string> notes;
  std::optional<Error> failure;  // if set, there is no text
};

// Ends within the settings' limits on time, tokens and money, and at once on a cancel.
ModelReply answer_in_words(ChatModel& model, const ReplyRequest& request, const ReplyTools& tools,
                           Aliases& aliases, const ModelSettings& settings, const ModelReplySink& sink,
                           const Work& work);

}  // namespace nsys_ai

// A language model asked about a profile: it is given an answer that stands without it, may ask more by
// tools, and what it says is checked against what it was given.
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

// What was asked and answered before in the same conversation, with names as people see them.
struct EarlierWords {
  std::string question;
  std::string answer;
};

struct WordsRequest {
  std::string task;   // what a person wants to know
  std::string facts;  // what is known without a model: Markdown or plain text, names quoted or as code
  std::vector<EarlierWords> earlier = {};
  bool teach = false;  // whether terms are to be explained to a newcomer
};

// What the model may call. `call` gives text as `facts` is; its errors are told to the model.
struct WordsTools {
  std::vector<ChatTool> tools;
  std::function<Result<std::string>(const std::string& name, const Json& arguments, const Work& work)> call;
};

// What a face is told while the model writes: the next piece, names put back; `restart` where the pieces
// before are to be dropped.
using WordsSink = std::function<void(std::string_view piece, bool restart)>;

struct WordsReply {
  CheckedText checked;  // the text with names put back
  ChatUsage usage;      // also of what failed in the end
  int64_t tool_calls = 0;
  std::vector<std::string> notes;
  std::optional<Error> failure;  // then there is no text
};

// Ends within the settings' time, tokens and money, and at once when cancelled.
WordsReply answer_in_words(ChatModel& model, const WordsRequest& request, const WordsTools& tools,
                           Aliases& aliases, const ModelSettings& settings, const WordsSink& sink,
                           const Work& work);

}  // namespace nsys_ai

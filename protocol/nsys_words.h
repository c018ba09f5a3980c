// The wire types of language models: their state, consent, what was sent, and answers in words.
#pragma once

#include "protocol/json.h"
#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct ModelStatusParams {};
template <class F>
void fields(ModelStatusParams&, F&) {}

struct ModelStatus {
  bool available = false;
  std::optional<std::string> model;
  std::optional<std::string> host;
  bool consent = false;
  std::optional<std::string> sends;
  std::optional<std::string> reason;
  std::string hover;
  std::string spent;
};
template <class F>
void fields(ModelStatus& v, F& f) {
  f("available", v.available, "Whether a model can be asked, once there is consent.");
  f("model", v.model, "The model that would be asked.");
  f("host", v.host, "Who gets what is sent.");
  f("consent", v.consent, "Whether a person has agreed to that, for this workspace and this host.");
  f("sends", v.sends, "What a person is asked to agree to: who gets what. Absent where there is no model.");
  f("reason", v.reason, "Why none can be asked, and what to do.");
  f("hover", v.hover, "What a hover does: off, cached, onClick or always.");
  f("spent", v.spent, "What was spent today, of how much, in words.");
}

struct ModelConsentParams {
  bool given = false;
};
template <class F>
void fields(ModelConsentParams& v, F& f) {
  f("given", v.given, "false withdraws it.");
}

struct EarlierExchange {
  std::string question;
  std::string answer;
};
template <class F>
void fields(EarlierExchange& v, F& f) {
  f("question", v.question, "What was asked.");
  f("answer", v.answer, "What was answered, in words or without a model.");
}

struct AnswerInWordsParams {
  std::string profile;
  std::optional<std::string> question;
  std::optional<std::string> target;
  std::optional<std::string> after;
  std::optional<std::vector<EarlierExchange>> earlier;
  std::optional<bool> teach;
  std::optional<bool> keptOnly;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(AnswerInWordsParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("question", v.question, "What is asked. Without it and a target: what is to be said of the whole run.");
  f("target", v.target, "Instead: what is to be explained, such as kernel:1234.");
  f("after", v.after, "The member `understood` of the answer that the question refers back to.");
  f("earlier", v.earlier, "What was asked and answered before in the same conversation, the oldest first.");
  f("teach", v.teach, "Whether terms are to be explained to somebody who is new to GPUs.");
  f("keptOnly", v.keptOnly, "Gives what was answered before, at no cost, or nothing.");
  f("partialResultToken", v.partialResultToken, "Asks for pieces under this token while the model writes.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct Words {
  std::string schema;
  std::string outcome;
  std::string text;
  std::optional<std::string> reason;
  bool needsConsent = false;
  int64_t figures = 0;
  int64_t checked = 0;
  std::vector<std::string> unchecked;
  std::vector<std::string> refs;
  std::string below;
  std::optional<std::string> model;
  int64_t inputTokens = 0;
  int64_t outputTokens = 0;
  int64_t toolCalls = 0;
  std::optional<double> costUsd;
  bool kept = false;
};
template <class F>
void fields(Words& v, F& f) {
  f("schema", v.schema, "nsys-ai.words/1.");
  f("outcome", v.outcome, "words, or none.");
  f("text", v.text, "What the model said, checked, as Markdown. Empty where there is none.");
  f("reason", v.reason, "Why there are no words, and what to do.");
  f("needsConsent", v.needsConsent, "Whether they lack for want of a person's consent alone.");
  f("figures", v.figures, "How many figures the text has.");
  f("checked", v.checked, "How many of them stand in what the model was given.");
  f("unchecked", v.unchecked, "A sentence for each of the others, which the text marks.");
  f("refs", v.refs, "Events that the text refers to, all of them given to it before.");
  f("below", v.below, "What is to stand under the text: figures that were checked, the model, what it cost.");
  f("model", v.model, "The model that said it.");
  f("inputTokens", v.inputTokens, "What it read, in tokens.");
  f("outputTokens", v.outputTokens, "What it wrote, in tokens.");
  f("toolCalls", v.toolCalls, "How often it asked the profile.");
  f("costUsd", v.costUsd, "What that cost, where the price is set.");
  f("kept", v.kept, "Whether it was answered before, and cost nothing now.");
}

struct ModelSentParams {};
template <class F>
void fields(ModelSentParams&, F&) {}

struct ModelSentResult {
  std::string text;
};
template <class F>
void fields(ModelSentResult& v, F& f) {
  f("text", v.text, "Every byte that was sent to models lately, the newest first; keys are never kept.");
}

struct TargetAtResult {
  std::string profile;
  std::string path;
  std::string target;
};
template <class F>
void fields(TargetAtResult& v, F& f) {
  f("profile", v.profile, "The handle of the profile that says so.");
  f("path", v.path, "Its file.");
  f("target", v.target, "What is named there; can be given to nsys/explain and nsys/answerInWords.");
}

struct ModelTool {
  std::string name;
  std::string description;
  Json inputSchema;
};
template <class F>
void fields(ModelTool& v, F& f) {
  f("name", v.name, "Its name.");
  f("description", v.description, "What it answers.");
  f("inputSchema", v.inputSchema, "The JSON Schema of its parameters.");
}

struct ModelToolCall {
  std::string id;
  std::string name;
  Json input;
};
template <class F>
void fields(ModelToolCall& v, F& f) {
  f("id", v.id, "By which its result is known.");
  f("name", v.name, "The tool.");
  f("input", v.input, "Its parameters.");
}

struct ModelMessage {
  std::string role;
  std::string text;
  std::optional<std::vector<ModelToolCall>> calls;
  std::optional<std::string> call;
};
template <class F>
void fields(ModelMessage& v, F& f) {
  f("role", v.role, "user, assistant, or tool.");
  f("text", v.text, "What was said, or what the tool answered.");
  f("calls", v.calls, "The tools that the assistant called.");
  f("call", v.call, "Of a tool: the id of the call that it answers.");
}

struct CompleteWithModelParams {
  std::string system;
  std::vector<ModelMessage> messages;
  std::vector<ModelTool> tools;
  int64_t mostOutputTokens = 0;
};
template <class F>
void fields(CompleteWithModelParams& v, F& f) {
  f("system", v.system, "What the model is given first.");
  f("messages", v.messages, "The conversation so far.");
  f("tools", v.tools, "What it may call.");
  f("mostOutputTokens", v.mostOutputTokens, "How much it may write.");
}

struct CompleteWithModelResult {
  std::string model;
  std::string text;
  std::optional<std::vector<ModelToolCall>> calls;
  std::optional<int64_t> inputTokens;
  std::optional<int64_t> outputTokens;
};
template <class F>
void fields(CompleteWithModelResult& v, F& f) {
  f("model", v.model, "Which model of the editor answered.");
  f("text", v.text, "What it said.");
  f("calls", v.calls, "The tools that it calls.");
  f("inputTokens", v.inputTokens, "What it read, where the editor counts it.");
  f("outputTokens", v.outputTokens, "What it wrote, where the editor counts it.");
}

struct WriteModelKeyParams {
  std::string service;
  std::string pipe;
};
template <class F>
void fields(WriteModelKeyParams& v, F& f) {
  f("service", v.service, "Whose key is wanted: one of the setting `modelKeys`.");
  f("pipe", v.pipe, "The path of a pipe on this machine, which is there already; the key is written to it.");
}

struct WriteModelKeyResult {
  bool written = false;
};
template <class F>
void fields(WriteModelKeyResult& v, F& f) {
  f("written", v.written, "Whether the key was written, and the pipe closed.");
}

}  // namespace nsys_ai::nsys

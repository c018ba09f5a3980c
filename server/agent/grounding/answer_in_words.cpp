// A conversation of a few rounds: the model calls tools until it answers; a wrong figure adds one round.
#include "agent/grounding/answer_in_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/consent/spending.h"
#include "agent/grounding/grounding_facts.h"
#include "agent/grounding/prompt_data.h"
#include "base/quotation.h"

namespace nsys_ai {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostRounds = 8;
constexpr size_t kMostCallsOfARound = 8;
constexpr size_t kMostBytesOfATool = 8'000;
constexpr size_t kMostBytesOfFacts = 16'000;
constexpr size_t kMostBytesOfATask = 4'000;
constexpr size_t kMostEarlier = 4;
// The fewest bytes of a token in the texts and schemas that are sent.
constexpr int64_t kBytesOfAToken = 3;

std::string system_prompt(bool teach) {
  std::string prompt =
      "You explain a GPU profile of NVIDIA Nsight Systems to the engineer who made it. "
      "Answer in Markdown: first one sentence that answers, then the evidence, then what to do next. "
      "At most 200 words. "
      "Use only figures that stand in the data you are given, with their units; round them if you like, but "
      "do not add, subtract, multiply or divide them. Each is checked. "
      "Name the part of the run that a share is of. Write references such as kernel:1234 as they are given. "
      "Say what is a fact of the profile and what you suppose. Where the data does not say, say so. "
      "Names such as K17 or N203 stand for names that are kept private; use them as they are. ";
  if (teach)
    prompt +=
        "The reader is new to GPUs: say in a few words what each term means and why it matters, and end with "
        "one thing to look at next. ";
  return prompt + std::string(data_rule());
}

int64_t tokens_of(const ChatRequest& request) {
  size_t bytes = request.system.size();
  for (const ChatMessage& message : request.messages) {
    bytes += message.text.size();
    for (const ChatToolCall& call : message.calls) bytes += call.arguments.compact().size();
  }
  for (const ChatTool& tool : request.tools) bytes += tool.doc.size() + tool.input.compact().size();
  return static_cast<int64_t>(bytes) / kBytesOfAToken;
}

// Replaces aliases by names in all parameter values.
Json with_names(const Aliases& aliases, const Json& given) {
  if (const std::string* text = given.if_string()) return aliases.incoming_argument(*text);
  if (const Json::Array* elements = given.if_array()) {
    Json list = Json::array();
    for (const Json& element : *elements) list.push(with_names(aliases, element));
    return list;
  }
  if (const Json::Object* members = given.if_object()) {
    Json object = Json::object();
    for (const Json::Member& member : *members) object.set(member.name, with_names(aliases, member.value));
    return object;
  }
  return given;
}

class Conversation {
 public:
  Conversation(ChatModel& model, const ReplyTools& tools, Aliases& aliases, const ModelSettings& settings,
               const ModelReplySink& sink, const Work& work)
      : model_(model),
        tools_(tools),
        aliases_(aliases),
        settings_(settings),
        sink_(sink),
        work_(work),
        deadline_(Clock::now() + settings.time_limit),
        in_time_{CancelToken::or_when([outer = work.cancel, deadline = deadline_] {
                   return outer.cancelled() || Clock::now() >= deadline;
                 }),
                 work.progress} {}

  ModelReply run(const ReplyRequest& request) {
    begin(request);
    const auto text = answer();
    if (!text) {
      reply_.failure = text.error();
      return std::move(reply_);
    }
    reply_.checked = check(*text, facts_);
    if (!reply_.checked.all_right()) ask_again(*text);
    reply_.checked.text = aliases_.incoming(reply_.checked.text);
    for (std::string& mismatch : reply_.checked.mismatches) mismatch = aliases_.incoming(mismatch);
    return std::move(reply_);
  }

 private:
  // Formats a text as data for the model, and records its contents.
  std::string given(std::string_view what, std::string_view text, size_t most) {
    std::string data = as_data(what, aliases_.outgoing(text), most);
    facts_.add_text(data);
    return data;
  }

  void begin(const ReplyRequest& request) {
    request_.system = system_prompt(request.teach);
    request_.tools = tools_.tools;
    std::string first = given("facts", request.facts, kMostBytesOfFacts);
    const size_t skipped = request.earlier.size() - std::min(kMostEarlier, request.earlier.size());
    for (size_t at = skipped; at < request.earlier.size(); ++at)
      first += "\n" + given("earlier question", request.earlier[at].question, kMostBytesOfATask) + "\n" +
               given("earlier answer", request.earlier[at].answer, kMostBytesOfATask);
    first += "\n" + given("question", request.task, kMostBytesOfATask);
    request_.messages.push_back({ChatRole::user, std::move(first)});
  }

  // Gets one reply within the remaining time, tokens and money.
  Result<ChatReply> next() {
    if (const auto room = check_question(reply_.usage, tokens_of(request_), settings_); !room)
      return tl::unexpected(room.error());
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    if (left.count() <= 0)
      return fail(ErrorCode::cannot_do,
                  fmt::format("The model did not answer within {} s.", settings_.time_limit.count()),
                  "ai.seconds sets how long a question may take.");
    request_.most_time = left;
    IncomingPieces pieces(aliases_);
    if (sink_) sink_("", true);
    bool heard = false;
    const ChatSink sink = [&](std::string_view piece) {
      heard = true;
      if (sink_) sink_(pieces.next(piece), false);
    };
    auto said = model_.complete(request_, sink, work_);
    if (!said) {
      // The input was paid for, although no count arrived.
      if (heard) reply_.usage.input += tokens_of(request_);
      return said;
    }
    if (sink_) sink_(pieces.end(), false);
    count(*said);
    reply_.notes.insert(reply_.notes.end(), said->notes.begin(), said->notes.end());
    return said;
  }

  // Estimates the usage if the service does not count it.
  void count(const ChatReply& said) {
    ChatUsage usage = said.usage;
    if (usage.input == 0 && usage.output == 0) {
      usage.input = tokens_of(request_);
      int64_t bytes = static_cast<int64_t>(said.text.size());
      for (const ChatToolCall& call : said.calls)
        bytes += static_cast<int64_t>(call.arguments.compact().size());
      usage.output = bytes / kBytesOfAToken;
      const std::string note = "The service counts no tokens: they are estimated.";
      if (std::ranges::find(reply_.notes, note) == reply_.notes.end()) reply_.notes.push_back(note);
    }
    reply_.usage.input += usage.input;
    reply_.usage.output += usage.output;
  }

  Result<std::string> answer() {
    for (int round = 0; round < kMostRounds; ++round) {
      const bool last = round + 1 == kMostRounds;
      if (last) {
        request_.may_call = false;
        request_.messages.push_back({ChatRole::user, "Answer now, from what you have."});
      }
      auto said = next();
      if (!said) return tl::unexpected(said.error());
      if (said->end == ChatEnd::refused)
        return fail(ErrorCode::cannot_do, "The model refused to answer.", "Ask it in other words.");
      if (said->calls.empty() || last) {
        if (said->text.empty()) return fail(ErrorCode::cannot_do, "The model said nothing.", "Ask again.");
        if (said->end == ChatEnd::out_of_tokens)
          reply_.notes.emplace_back("The answer was cut at its length.");
        return std::move(said->text);
      }
      call_tools(std::move(*said));
    }
    return fail(ErrorCode::cannot_do, "The model came to no answer.", "Ask it in other words.");
  }

  void call_tools(ChatReply said) {
    const std::vector<ChatToolCall> calls = said.calls;
    request_.messages.push_back({ChatRole::assistant, std::move(said.text), std::move(said.calls)});
    for (size_t at = 0; at < calls.size(); ++at) {
      ChatMessage result;
      result.role = ChatRole::tool;
      result.call = calls[at].id;
      ++reply_.tool_calls;
      const auto answer = at < kMostCallsOfARound
                              ? called(calls[at])
                              : fail(ErrorCode::bad_request, "Too many calls at once.", "Call fewer.");
      result.failed = !answer;
      result.text =
          answer ? given(calls[at].name, *answer, kMostBytesOfATool)
                 : as_data("error", aliases_.outgoing(answer.error().message + " " + answer.error().hint),
                           kMostBytesOfATool);
      request_.messages.push_back(std::move(result));
    }
  }

  Result<std::string> called(const ChatToolCall& call) {
    if (!call.arguments.is_object())
      return fail(ErrorCode::bad_request, "The arguments are no JSON object.", "Call it again with one.");
    if (std::ranges::find(tools_.tools, call.name, &ChatTool::name) == tools_.tools.end())
      return fail(ErrorCode::bad_request, "There is no tool " + quotation(call.name) + ".");
    return tools_.call(call.name, with_names(aliases_, call.arguments), in_time_);
  }

  // Keeps the better of both answers, with marks on remaining errors.
  void ask_again(const std::string& text) {
    request_.may_call = false;
    request_.messages.push_back({ChatRole::assistant, text});
    request_.messages.push_back({ChatRole::user, correction_of(reply_.checked)});
    const auto said = next();
    if (!said || said->text.empty()) return;
    CheckedText second = check(said->text, facts_);
    const auto wrong = [](const CheckedText& of) { return of.mismatches.size() + of.dropped.size(); };
    if (wrong(second) <= wrong(reply_.checked)) reply_.checked = std::move(second);
  }

  ChatModel& model_;
  const ReplyTools& tools_;
  Aliases& aliases_;
  const ModelSettings& settings_;
  const ModelReplySink& sink_;
  const Work& work_;
  const Clock::time_point deadline_;
  const Work in_time_;  // without the time of tools: that counts for the question
  ChatRequest request_;
  GroundingFacts facts_;
  ModelReply reply_;
};

}  // namespace

ModelReply answer_in_words(ChatModel& model, const ReplyRequest& request, const ReplyTools& tools,
                           Aliases& aliases, const ModelSettings& settings, const ModelReplySink& sink,
                           const Work& work) {
  return Conversation(model, tools, aliases, settings, sink, work).run(request);
}

}  // namespace nsys_ai

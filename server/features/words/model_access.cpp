// The editor's model is asked by a request of the server's own.
#include "features/words/model_access.h"

#include <utility>

#include "agent/consent/sent_log.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/workspace.h"
#include "protocol/write.h"
#include "rpc/client.h"

namespace nsys_ai::inline features {
namespace {

nsys::ModelToolCall wire_call(const ChatToolCall& call) {
  return {call.id, call.name, call.arguments.is_object() ? call.arguments : Json::object()};
}

nsys::ModelMessage wire_message(const ChatMessage& message) {
  nsys::ModelMessage wire;
  wire.role = message.role == ChatRole::tool        ? "tool"
              : message.role == ChatRole::assistant ? "assistant"
                                                    : "user";
  wire.text = message.text;
  if (message.role == ChatRole::tool) wire.call = message.call;
  if (message.calls.empty()) return wire;
  wire.calls.emplace();
  for (const ChatToolCall& call : message.calls) wire.calls->push_back(wire_call(call));
  return wire;
}

nsys::CompleteWithModelParams wire_request(const ChatRequest& request) {
  nsys::CompleteWithModelParams wire;
  wire.system = request.system;
  wire.mostOutputTokens = request.most_output_tokens;
  for (const ChatMessage& message : request.messages) wire.messages.push_back(wire_message(message));
  if (request.may_call)
    for (const ChatTool& tool : request.tools) wire.tools.push_back({tool.name, tool.doc, tool.input});
  return wire;
}

// Thread-safe. Answers come whole: editors count no tokens for others, so what they leave out is estimated.
class EditorModel : public ChatModel {
 public:
  explicit EditorModel(Client& client) : client_(client) {}

  const std::string& name() const override { return name_; }
  const std::string& host() const override { return host_; }

  Result<ChatReply> complete(const ChatRequest& request, const ChatSink& text_sink,
                             const Work& work) override {
    const nsys::CompleteWithModelParams params = wire_request(request);
    const std::string body = write_json(params).compact();
    if (const auto logged = log_sent(host_, name_, body); !logged) return tl::unexpected(logged.error());
    auto said = client_.ask<method::CompleteWithModel>(params, limited(request, work));
    if (work.cancel.cancelled()) return cancelled();
    if (!said) return tl::unexpected(said.error());
    if (!said->text.empty()) text_sink(said->text);
    ChatReply reply;
    reply.text = std::move(said->text);
    for (nsys::ModelToolCall& call : said->calls.value_or(std::vector<nsys::ModelToolCall>()))
      reply.calls.push_back({std::move(call.id), std::move(call.name), std::move(call.input)});
    reply.end = reply.calls.empty() ? ChatEnd::finished : ChatEnd::tool_calls;
    constexpr int64_t kBytesOfAToken = 4;
    reply.usage.input = said->inputTokens.value_or(static_cast<int64_t>(body.size()) / kBytesOfAToken);
    reply.usage.output =
        said->outputTokens.value_or(static_cast<int64_t>(reply.text.size()) / kBytesOfAToken);
    return reply;
  }

 private:
  // A client that never answers is given up with the time of the question.
  static CancelToken limited(const ChatRequest& request, const Work& work) {
    const auto end = std::chrono::steady_clock::now() + request.most_time;
    return CancelToken::or_when(
        [cancel = work.cancel, end] { return cancel.cancelled() || std::chrono::steady_clock::now() > end; });
  }

  Client& client_;
  const std::string name_ = "the editor's model";
  const std::string host_ = "the editor's language model";
};

// Of several profiles outside of any folder, the one that is active.
std::filesystem::path workspace_for_consent(Session& session) {
  const auto folders = session.workspace.folders();
  if (!folders.empty()) return folders.front();
  const auto active = session.library.active();
  return active ? active->profile->info().path.parent_path() : std::filesystem::path("/");
}

}  // namespace

Result<ModelAccess> model_access(Session& session) {
  auto settings = model_settings(session.settings.now()->ai);
  if (!settings) return tl::unexpected(settings.error());
  return ModelAccess{std::move(*settings), workspace_for_consent(session),
                     [&session]() -> Result<std::unique_ptr<ChatModel>> {
                       return std::make_unique<EditorModel>(session.client);
                     }};
}

AccessProvider browser_model_access(Session& session) {
  return
      [ai = session.settings.now()->ai, workspace = workspace_for_consent(session)]() -> Result<ModelAccess> {
        auto settings = model_settings(ai);
        if (!settings) return tl::unexpected(settings.error());
        return ModelAccess{std::move(*settings), workspace, {}};
      };
}

}  // namespace nsys_ai::inline features

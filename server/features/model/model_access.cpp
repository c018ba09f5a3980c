// Reaches the editor's model through requests from the server to the client.
#include "features/model/model_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agent/consent/sent_log.h"
#include "base/quotation.h"
#include "features/session.h"
#include "features/model/key_pipe.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/workspace.h"
#include "protocol/write.h"
#include "rpc/client.h"

namespace nsys_ai {
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

// Gives up a client that does not answer within this time.
CancelToken within(std::chrono::milliseconds time, const Work& work) {
  const auto end = std::chrono::steady_clock::now() + time;
  return CancelToken::or_when(
      [cancel = work.cancel, end] { return cancel.cancelled() || std::chrono::steady_clock::now() > end; });
}

// Thread-safe. Answers arrive in one piece. Editors may omit token counts; this class then estimates them.
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
    auto said = client_.ask<method::CompleteWithModel>(params, within(request.most_time, work));
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
  Client& client_;
  const std::string name_ = "the editor's model";
  const std::string host_ = "the editor's language model";
};

// Without workspace folders, the folder of the active profile.
std::filesystem::path workspace_for_consent(Session& session) {
  const auto folders = session.workspace.folders();
  if (!folders.empty()) return folders.front();
  const auto active = session.library.active();
  return active ? active->profile->info().path.parent_path() : std::filesystem::path("/");
}

// Treats a client that does not answer soon as one without a secret store.
Result<ModelKey> key_of_client(Client& client, const std::string& service, const Work& work) {
  auto pipe = KeyPipe::open();
  if (!pipe) return tl::unexpected(pipe.error());
  constexpr std::chrono::seconds kSoon(20);
  const auto said = client.ask<method::WriteModelKey>({service, pipe->path().string()}, within(kSoon, work));
  if (work.cancel.cancelled()) return cancelled();
  std::string key = pipe->read();
  if (!said || !said->written || key.empty())
    return fail(ErrorCode::cannot_do, fmt::format("The editor gave no key for {}.", quotation(service)),
                "Set it again there.");
  return checked_key(std::move(key), "the editor's secret store");
}

KeyStore keys_of_client(Session& session) {
  const auto has = [settings = session.settings.now()](const std::string& service) {
    return std::ranges::find(settings->model_keys, service) != settings->model_keys.end();
  };
  return {has, [&client = session.client](const std::string& service, const Work& work) {
            return key_of_client(client, service, work);
          }};
}

}  // namespace

Result<ModelAccess> model_access(Session& session) {
  auto settings = model_settings(session.settings.now()->ai);
  if (!settings) return tl::unexpected(settings.error());
  return ModelAccess{std::move(*settings), workspace_for_consent(session),
                     [&session]() -> Result<std::unique_ptr<ChatModel>> {
                       return std::make_unique<EditorModel>(session.client);
                     },
                     keys_of_client(session)};
}

AccessProvider browser_model_access(Session& session) {
  return
      [ai = session.settings.now()->ai, workspace = workspace_for_consent(session)]() -> Result<ModelAccess> {
        auto settings = model_settings(ai);
        if (!settings) return tl::unexpected(settings.error());
        return ModelAccess{std::move(*settings), workspace, {}};
      };
}

}  // namespace nsys_ai

// Reads lines until the stream ends, then shuts down.
#include "mcp/mcp_connection.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <mutex>

#include "base/guarded.h"
#include "base/log.h"
#include "base/quotation.h"
#include "base/context.h"
#include "mcp/mcp_tools.h"
#include "mcp/prompts.h"
#include "mcp/resources.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

constexpr std::chrono::seconds kPatienceAtTheEnd{2};
constexpr std::chrono::milliseconds kPaceOfProgress{200};
constexpr PoolSize kWorkers{1, 3, 0};
constexpr CacheLifetime kNeverChanges{3'600'000, true};

std::string line_of(std::string_view body) { return std::string(body) + "\n"; }

// Reports the progress of one request with the request's token. Used by the worker's thread.
class ToolProgress {
 public:
  ToolProgress(Outgoing& outgoing, Token token) : outgoing_(outgoing), token_(std::move(token)) {}

  void report(double done, const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (!std::isfinite(done) || done <= last_ || now - losses_ < kPaceOfProgress) return;
    last_ = done;
    losses_ = now;
    Json params;
    params.set("progressToken", write_token(token_));
    params.set("progress", done);
    params.set("total", 1);
    params.set("message", what);
    outgoing_.send(notification_text("notifications/progress", std::move(params)));
  }

 private:
  Outgoing& outgoing_;
  const Token token_;
  std::mutex mutex_;
  double last_ = 0;
  std::chrono::steady_clock::time_point losses_;
};

std::optional<Token> progress_token_of(const Json& params) {
  const Json* token = params.descend({"_meta", "progressToken"});
  return token ? read_token(*token) : std::nullopt;
}

std::optional<CacheLifetime> freshness_of(std::string_view method) {
  if (method == "prompts/list" || method == "tools/list" || method == "server/discover" ||
      method == "resources/templates/list")
    return kNeverChanges;
  if (method == "resources/list" || method == "resources/read") return CacheLifetime{};
  return std::nullopt;
}

bool is_known(std::string_view method, ProtocolStyle era) {
  const bool handshake = era == ProtocolStyle::handshake;
  if (method == "initialize" || method == "ping") return handshake;
  if (method == "server/discover") return !handshake;
  return method == "prompts/get" || method == "prompts/list" || method == "resources/list" ||
         method == "resources/read" || method == "resources/templates/list" || method == "tools/call" ||
         method == "tools/list";
}

McpError error_on_the_wire(const Error& error, std::string_view method, ProtocolStyle era) {
  const std::string text = error.message + (error.hint.empty() ? "" : " " + error.hint);
  if (error.code != ErrorCode::bad_request) return {kInternalError, text};
  const bool address = method == "resources/read" && era == ProtocolStyle::handshake;
  return {address ? kResourceNotFound : kInvalidParams, text};
}

}  // namespace

McpConnection::McpConnection(Transport transport, Tooling& tooling)
    : tooling_(tooling), transport_(std::move(transport)), outgoing_(transport_, line_of), pool_(kWorkers) {}

int McpConnection::run(const std::function<void()>& stuck) {
  std::vector<char> bytes(size_t{64} << 10U);
  std::string line;
  bool too_long = false;
  for (size_t count = transport_.read(bytes); count > 0; count = transport_.read(bytes)) {
    for (const char byte : std::string_view(bytes.data(), count)) {
      if (byte == '\n') {
        if (!too_long) take_line(line);
        line.clear();
        too_long = false;
      } else if (!too_long && line.size() == kMaxLineBytes) {
        too_long = true;
        outgoing_.send(mcp_error_text(
            std::nullopt,
            {kInvalidRequest, fmt::format("A message of more than {} bytes is not taken.", kMaxLineBytes)}));
      } else if (!too_long) {
        line += byte;
      }
    }
    outgoing_.wait_for_room(Outgoing::kMaxBytes, ending_);
  }
  in_flight_.cancel_all();
  const bool quiet = pool_.stop(kPatienceAtTheEnd);
  outgoing_.close(kPatienceAtTheEnd);
  if (!quiet) stuck();
  return 0;
}

void McpConnection::take_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return;
  auto message = read_message(line);
  if (!message)
    outgoing_.send(mcp_error_text(message.error().id, {static_cast<int64_t>(message.error().error.code),
                                                       message.error().error.message}));
  else if (message->is_request())
    take_request(std::move(*message), line.size());
  else if (!message->is_response())
    take_notification(*message);
}

void McpConnection::take_notification(const IncomingMessage& message) {
  if (message.method != "notifications/cancelled") return;
  const Json* id = message.params.find("requestId");
  if (const auto token = id ? read_token(*id) : std::nullopt) in_flight_.cancel(*token);
}

void McpConnection::take_request(IncomingMessage message, size_t bytes) {
  const auto era = protocol_style_of(message.method, message.params, handshake_done_);
  if (!era) return refuse(*message.id, era.error());
  if (!is_known(message.method, *era))
    return refuse(*message.id, {kMethodNotFound, "There is no method " + quotation(message.method) + "."});
  if (in_flight_.full(bytes))
    return refuse(*message.id,
                  {kInternalError, "Too many requests wait for their answers. Wait for some of them."});
  const RequestPtr request = in_flight_.begin(*message.id, message.method, bytes);
  if (!request)
    return refuse(*message.id, {kInvalidRequest, "The id is that of a request without an answer yet."});
  if (auto quick = at_once(message.method, message.params)) return reply(request, *era, std::move(*quick));
  const auto params = std::make_shared<const Json>(std::move(message.params));
  pool_.post(Lane::bulk, request->cancel, [this, request, params, era = *era](const CancelToken&) {
    Work work{request->cancel, {}};
    if (auto token = progress_token_of(*params))
      work.progress = [progress = std::make_shared<ToolProgress>(outgoing_, std::move(*token))](
                          double done, const std::string& what) { progress->report(done, what); };
    outgoing_.wait_for_room(Outgoing::kFullBytes, request->cancel);
    // Every request must get a reply, even when memory runs out.
    if (!run_guarded("A request", [&] { reply(request, era, made(request->method, *params, work)); }))
      transport_.interrupt_read();
  });
}

std::optional<Result<Json>> McpConnection::at_once(const std::string& method, const Json& params) {
  if (method == "initialize") {
    handshake_done_ = true;
    return handshake(params);
  }
  if (method == "ping") return Json::object();
  if (method == "server/discover") return discovery();
  if (method == "tools/list") return list_tools();
  if (method == "prompts/list") return listed_prompts();
  if (method == "prompts/get") return prompt(params);
  if (method == "resources/list") return listed_resources(tooling_);
  if (method == "resources/templates/list") return resource_templates();
  return std::nullopt;
}

Result<Json> McpConnection::made(const std::string& method, const Json& params, const Work& work) {
  try {
    const WorkScope scope(work);
    if (method == "tools/call") return call_tool(tooling_, params, work);
    const Json* uri = params.find("uri");
    if (!uri || !uri->if_string()) return fail(ErrorCode::bad_request, "params.uri: a string is needed");
    return read_resource(tooling_, *uri->if_string(), work);
  } catch (const Cancelled&) {
    return cancelled();
  } catch (const std::exception& thrown) {
    log_error(method + " threw: " + thrown.what());
    return tl::unexpected(error_of(thrown));
  }
}

void McpConnection::reply(const RequestPtr& request, ProtocolStyle era, Result<Json> result) {
  if (!in_flight_.complete(request)) return;
  outgoing_.send(
      result ? reply_text(request->id, framed_result(era, std::move(*result), freshness_of(request->method)))
             : mcp_error_text(request->id, error_on_the_wire(result.error(), request->method, era)));
}

}  // namespace nsys_ai

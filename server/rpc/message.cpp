// Converts JSON-RPC 2.0 messages to and from text.
#include "rpc/message.h"

#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

tl::unexpected<BadMessage> bad(RpcCode code, std::string message, std::optional<Token> id = {}) {
  return tl::unexpected(BadMessage{{code, std::move(message), ""}, std::move(id)});
}

Error error_of_response(const Json& error) {
  const Json* code = error.find("code");
  const Json* message = error.find("message");
  const bool stopped = code && code->if_integer() == static_cast<int64_t>(RpcCode::cancelled);
  return {stopped ? ErrorCode::cancelled : ErrorCode::cannot_do,
          message && message->if_string() ? *message->if_string() : "The client answered with an error.", ""};
}

}  // namespace

RpcError rpc_error(const Error& error) {
  switch (error.code) {
    case ErrorCode::bad_request:
      return {RpcCode::invalid_params, error.message, error.hint};
    case ErrorCode::cannot_do:
    case ErrorCode::skipped:
      return {RpcCode::request_failed, error.message, error.hint};
    case ErrorCode::outdated:
      return {RpcCode::content_modified, error.message, error.hint};
    case ErrorCode::cancelled:
      return {RpcCode::cancelled, error.message, error.hint};
    case ErrorCode::internal_error:
      break;
  }
  return {RpcCode::internal_error, error.message, error.hint};
}

tl::expected<IncomingMessage, BadMessage> read_message(std::string_view body) {
  auto json = Json::parse(body);
  if (!json) return bad(RpcCode::parse_error, json.error().message);
  if (json->if_array())
    return bad(RpcCode::invalid_request, "Batches of messages are not part of this protocol.");
  if (!json->is_object()) return bad(RpcCode::invalid_request, "A message is a JSON object.");

  IncomingMessage message;
  if (const Json* id = json->find("id")) {
    message.id = read_token(*id);
    if (!message.id && !id->is_null())
      return bad(RpcCode::invalid_request, "id: a string or an integer is needed");
  }
  const Json* version = json->find("jsonrpc");
  if (!version || *version != Json("2.0"))
    return bad(RpcCode::invalid_request, "jsonrpc: \"2.0\" is needed", message.id);

  if (const Json* method = json->find("method")) {
    if (!method->if_string() || method->if_string()->empty())
      return bad(RpcCode::invalid_request, "method: a string is needed", message.id);
    if (json->find("id") && !message.id)
      return bad(RpcCode::invalid_request, "id: a string or an integer is needed");
    message.method = *method->if_string();
    if (Json* params = json->find("params")) message.params = std::move(*params);
    return message;
  }
  Json* result = json->find("result");
  const Json* error = json->find("error");
  if (!result && !error) return bad(RpcCode::invalid_request, "method: a string is needed", message.id);
  if (error && !error->is_null())
    message.error = error_of_response(*error);
  else if (result)
    message.result = std::move(*result);
  return message;
}

std::string reply_text(const Token& id, Json result) {
  Json json;
  json.set("jsonrpc", "2.0");
  json.set("id", write_token(id));
  json.set("result", std::move(result));
  return json.compact();
}

std::string error_text(const std::optional<Token>& id, const RpcError& error) {
  Json body;
  body.set("code", static_cast<int64_t>(error.code));
  body.set("message", error.message);
  if (!error.hint.empty()) body.set("data", Json()).set("hint", error.hint);
  Json json;
  json.set("jsonrpc", "2.0");
  json.set("id", id ? write_token(*id) : Json());
  json.set("error", std::move(body));
  return json.compact();
}

std::string notification_text(std::string_view method, Json params) {
  Json json;
  json.set("jsonrpc", "2.0");
  json.set("method", method);
  if (!params.is_null()) json.set("params", std::move(params));
  return json.compact();
}

std::string request_text(const Token& id, std::string_view method, Json params) {
  Json json;
  json.set("jsonrpc", "2.0");
  json.set("id", write_token(id));
  json.set("method", method);
  if (!params.is_null()) json.set("params", std::move(params));
  return json.compact();
}

}  // namespace nsys_ai

// Parses and writes JSON-RPC 2.0 messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/json.h"
#include "protocol/wire.h"

namespace nsys_ai {

// The error codes of JSON-RPC and LSP.
enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialized = -32002,
  cancelled = -32800,
  content_modified = -32801,
  request_failed = -32803
};

struct RpcError {
  RpcCode code = RpcCode::internal_error;
  std::string message;
  std::string hint;  // sent as data.hint unless empty
};
RpcError rpc_error(const Error& error);

struct IncomingMessage {
  std::optional<Token> id;  // absent in notifications
  std::string method;       // empty in responses
  Json params;              // null if the message has none
  Json result;              // of a response
  std::optional<Error> error;

  bool is_response() const { return method.empty(); }
  bool is_request() const { return !method.empty() && id.has_value(); }
};

// An invalid message: its error, and its id if that is readable.
struct BadMessage {
  RpcError error;
  std::optional<Token> id;
};
tl::expected<IncomingMessage, BadMessage> read_message(std::string_view body);

// The bodies of outgoing messages.
std::string reply_text(const Token& id, Json result);
std::string error_text(const std::optional<Token>& id, const RpcError& error);
std::string notification_text(std::string_view method, Json params);
std::string request_text(const Token& id, std::string_view method, Json params);

}  // namespace nsys_ai

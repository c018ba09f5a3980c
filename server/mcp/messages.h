// The envelope of messages of the Model Context Protocol in its two eras: up to 2025-11-25 a client sends
// `initialize` once; from 2026-07-28 on each request states its version.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/json.h"
#include "protocol/wire.h"

namespace nsys_ai {

enum class ProtocolStyle { handshake, stateless };

struct McpError {
  int64_t code = 0;
  std::string message;
  Json data = {};  // null if there is none
};
// The error codes of JSON-RPC and of this protocol.
inline constexpr int64_t kInvalidRequest = -32600;
inline constexpr int64_t kMethodNotFound = -32601;
inline constexpr int64_t kInvalidParams = -32602;
inline constexpr int64_t kInternalError = -32603;
inline constexpr int64_t kResourceNotFound = -32002;  // first era; the second uses kInvalidParams
inline constexpr int64_t kUnsupportedVersion = -32022;

std::string mcp_error_text(const std::optional<Token>& id, const McpError& error);

// Determines the era of a request from its parameters: a request that states its version is of the second
// era, and any other of the first, which requires the handshake. Fails on an unsupported version and on
// missing required parameters.
tl::expected<ProtocolStyle, McpError> protocol_style_of(std::string_view method, const Json& params,
                                                        bool handshake_done);

// How long a client may cache a result, and whether users may share it.
struct CacheLifetime {
  int64_t ms = 0;
  bool shared = false;
};
// The result with the members that its era requires.
Json framed_result(ProtocolStyle era, Json result, std::optional<CacheLifetime> freshness = {});

// The result of `initialize`: the requested version if it is supported, otherwise the newest of its era.
Json handshake(const Json& params);
// The result of `server/discover`.
Json discovery();

}  // namespace nsys_ai

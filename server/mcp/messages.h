// What the Model Context Protocol wants around an answer, in its two eras: up to 2025-11-25 a client says
// `initialize` once; from 2026-07-28 on each request says its version for itself.
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
  Json data = {};  // null for none
};
// JSON-RPC's numbers, and the one of this protocol.
inline constexpr int64_t kInvalidRequest = -32600;
inline constexpr int64_t kMethodNotFound = -32601;
inline constexpr int64_t kInvalidParams = -32602;
inline constexpr int64_t kInternalError = -32603;
inline constexpr int64_t kResourceNotFound = -32002;  // of the first era; later it is that of bad parameters
inline constexpr int64_t kUnsupportedVersion = -32022;

std::string mcp_error_text(const std::optional<Token>& id, const McpError& error);

// Which era a request is of, by its parameters: what says its version is of the second, all else of the
// first, which needs the handshake. Fails on a version that is not spoken here, and on what a request must
// say and does not.
tl::expected<ProtocolStyle, McpError> protocol_style_of(std::string_view method, const Json& params, bool shaken_hands);

// How long a client may keep what it got, and whether other users may have it too.
struct CacheLifetime {
  int64_t ms = 0;
  bool shared = false;
};
// The result with what each of its era carries.
Json framed_result(ProtocolStyle era, Json result, std::optional<CacheLifetime> freshness = {});

// Of `initialize`: the version that was asked for where it is spoken, else the newest of its era.
Json handshake(const Json& params);
// Of `server/discover`.
Json discovery();

}  // namespace nsys_ai

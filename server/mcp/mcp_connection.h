// Serves one agent over JSON-RPC with one message per line, in both eras of the protocol.
//
// The reader thread answers quick requests and handles cancellations; tools run on workers. MCP forbids any
// reply to a cancelled request.
#pragma once

#include <string>
#include <string_view>

#include "base/pool.h"
#include "mcp/messages.h"
#include "mcp/tooling.h"
#include "rpc/in_flight.h"
#include "rpc/message.h"
#include "rpc/outgoing.h"
#include "rpc/transport.h"

namespace nsys_ai {

class McpConnection {
 public:
  static constexpr size_t kMaxLineBytes = size_t{4} << 20U;

  // `tooling` outlives it.
  McpConnection(Transport transport, Tooling& tooling);
  // Serves until the client disconnects and no tool runs any more; returns the exit code of the process.
  // Calls `stuck` if a tool still runs seconds after its cancellation.
  int run(const std::function<void()>& stuck);

 private:
  void take_line(std::string_view line);
  void take_request(IncomingMessage message, size_t bytes);
  void take_notification(const IncomingMessage& message);
  // The answer to a quick request; nullopt for requests that workers handle.
  std::optional<Result<Json>> at_once(const std::string& method, const Json& params);
  Result<Json> made(const std::string& method, const Json& params, const Work& work);
  void reply(const RequestPtr& request, ProtocolStyle era, Result<Json> result);
  void refuse(const Token& id, const McpError& error) { outgoing_.send(mcp_error_text(id, error)); }

  Tooling& tooling_;
  Transport transport_;
  Outgoing outgoing_;
  InFlight in_flight_;
  bool handshake_done_ = false;  // used by the reader thread
  CancelToken ending_;
  Pool pool_;
};

}  // namespace nsys_ai

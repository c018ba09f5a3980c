// One agent, from its first line to its last: JSON-RPC, a message a line, both eras.
//
// The reader thread answers what is quick and takes cancels; tools run on workers. After a cancel nothing is
// sent for that request, as this protocol has it.
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
  // Serves until the client is gone and no tool runs any more; the exit code of the process. `stuck` is
  // called where one still runs although it was cancelled seconds ago.
  int run(const std::function<void()>& stuck);

 private:
  void take_line(std::string_view line);
  void take_request(IncomingMessage message, size_t bytes);
  void take_notification(const IncomingMessage& message);
  // The answer of what is quick; nothing for what is for workers.
  std::optional<Result<Json>> at_once(const std::string& method, const Json& params);
  Result<Json> made(const std::string& method, const Json& params, const Work& work);
  void reply(const RequestPtr& request, ProtocolStyle era, Result<Json> result);
  void refuse(const Token& id, const McpError& error) { outgoing_.send(mcp_error_text(id, error)); }

  Tooling& tooling_;
  Transport transport_;
  Outgoing outgoing_;
  InFlight in_flight_;
  bool shaken_hands_ = false;  // of the reader thread
  CancelToken ending_;
  Pool pool_;
};

}  // namespace nsys_ai

// Assembles the server and runs it for one or many clients.
#include "features/session/serve.h"

#include <csignal>
#include <cstdlib>

#include "base/log.h"
#include "features/session/self_trace.h"
#include "features/session/serve_client.h"
#include "features/session/serve_many.h"

namespace nsys_ai {
namespace {

Result<Transport> open_transport(const ServeOptions& options) {
  if (options.port) return Transport::socket(*options.port);
  if (options.pipe) return Transport::pipe(*options.pipe);
  return Transport::stdio();
}

int failed(const Error& error) {
  log_error(error.message + " " + error.hint);
  return 1;
}

}  // namespace

int serve(const ServeOptions& options) {
  // Writing to a disconnected client must fail instead of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  Server server{options.viewer};
  if (options.answer_memory) server.answers.set_capacity(*options.answer_memory);
  if (options.trace_self) {
    auto trace = self_trace(*options.trace_self);
    if (!trace) return failed(trace.error());
    server.watch = std::move(*trace);
  }
  if (options.listen) {
    const auto served = serve_many(server, *options.listen, options.idle_exit);
    return served ? 0 : failed(served.error());
  }
  auto transport = open_transport(options);
  if (!transport) return failed(transport.error());
  RpcConnection connection(std::move(*transport));
  if (options.client_pid) connection.watch_parent(*options.client_pid);
  // Waiting for a handler that does not stop would keep the server alive after its editor died.
  connection.on_stuck([](int code) { std::_Exit(code); });
  return serve_client(server, connection);
}

}  // namespace nsys_ai

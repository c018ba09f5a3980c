// Puts the server together and runs it.
#include "features/serve.h"

#include <csignal>
#include <cstdlib>

#include "base/log.h"
#include "features/feature.h"
#include "features/session.h"
#include "rpc/connection.h"

namespace nsys_ai {
namespace {

Result<Transport> open_transport(const ServeOptions& options) {
  if (options.port) return Transport::socket(*options.port);
  if (options.pipe) return Transport::pipe(*options.pipe);
  return Transport::stdio();
}

}  // namespace

int serve(const ServeOptions& options) {
  // A client that is gone is an error of a write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  auto transport = open_transport(options);
  if (!transport) {
    log_error(transport.error().message + " " + transport.error().hint);
    return 1;
  }
  RpcConnection connection(std::move(*transport));
  Session session{
      connection.client(), [&connection](int64_t pid) { connection.watch_parent(pid); },
      [&connection](Lane lane, std::function<void(Call&)> work) { connection.post(lane, std::move(work)); }};
  if (options.answer_memory) session.answers.set_room(*options.answer_memory);
  for (const Feature& feature : features()) feature.attach(connection.router(), session);
  if (options.client_pid) connection.watch_parent(*options.client_pid);
  const int code = connection.run();
  // Waiting for a handler that does not stop would keep a dead editor's server alive.
  if (connection.stuck()) std::_Exit(code);
  return code;
}

}  // namespace nsys_ai

// Assembles a session and runs it.
#include "features/session/serve_client.h"

#include "features/feature.h"
#include "features/session/request_subject.h"
#include "features/session/session_parts.h"

namespace nsys_ai {

int serve_client(Server& server, RpcConnection& connection) {
  SessionParts parts(server, connection);
  Session& session = parts.session();
  for (const Feature& feature : all_features()) feature.attach(connection.router(), session);
  connection.router().set_subject(
      [&session](const Json& params) { return request_subject(session, params); });
  connection.set_observer(server.watch.get());
  return connection.run();
}

}  // namespace nsys_ai

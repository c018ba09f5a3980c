// Reports the server's state, for users and bug reports.
#include <unistd.h>

#include "base/memory.h"
#include "base/version.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/session/server.h"
#include "features/workspace/client_profiles.h"
#include "protocol/nsys.h"
#include "rpc/connection.h"
#include "skill/answer_cache.h"

namespace nsys_ai {
namespace {

int64_t milliseconds_of(std::chrono::steady_clock::duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

nsys::StatusResult status(const Session& session) {
  nsys::StatusResult now;
  now.version = kProgramVersion;
  now.pid = ::getpid();
  now.uptimeMs = milliseconds_of(std::chrono::steady_clock::now() - session.server.born);
  now.residentBytes = memory_resident();
  now.memoryLimitBytes = memory_limit();
  now.clients = static_cast<int64_t>(session.server.profiles.clients());
  for (const OpenProfile& open : session.library.all())
    now.profiles.push_back(
        {open.handle, open.profile->info().path.string(), open.profile->info().file_bytes});
  const auto answers = session.answers.use();
  now.answers = {static_cast<int64_t>(answers.answers), answers.bytes};
  const ConnectionLoad load = session.connection.load();
  for (const RequestState& request : load.requests)
    if (request.method != method::Status::kMethod)
      now.requests.push_back({request.method, std::string(request.lane ? name_of(*request.lane) : "session"),
                              request.started, milliseconds_of(request.age)});
  now.waitingMessages = static_cast<int64_t>(load.waiting_messages);
  now.outgoingBytes = static_cast<int64_t>(load.outgoing_bytes);
  return now;
}

}  // namespace

void attach_status(Router& router, Session& session) {
  // Runs on the strand, so that the server answers even while all lanes are busy.
  router.on_strand<method::Status>(
      [&session](const nsys::StatusParams&, Call&) -> Result<nsys::StatusResult> { return status(session); });
}

}  // namespace nsys_ai

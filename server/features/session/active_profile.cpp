// Activates one of the open profiles.
#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {

void attach_active_profile(Router& router, Session& session) {
  router.on<method::ActivateProfile>(Lane::quick,
                                     [&session](const nsys::ProfileParams& params, Call&) -> Result<Nothing> {
                                       auto active = session.library.activate(params.profile);
                                       if (!active) return tl::unexpected(active.error());
                                       active_profile_may_have_changed(session);
                                       return Nothing{};
                                     });
}

}  // namespace nsys_ai

// Chooses among the profiles that are open, and asks for lenses and hints anew.
#include "features/active_profile.h"

#include "features/feature.h"
#include "features/refresh.h"
#include "features/session.h"

namespace nsys_ai {

bool ActiveProfile::changed(const std::optional<OpenProfile>& now) {
  const std::lock_guard lock(mutex_);
  const ProfilePtr profile = now ? now->profile : nullptr;
  const bool same = told_one_ == (profile != nullptr) && told_.lock() == profile;
  told_ = profile;
  told_one_ = profile != nullptr;
  return !same;
}

void active_profile_may_have_changed(Session& session) {
  if (session.active.changed(session.library.active())) refresh_sources(session);
}

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

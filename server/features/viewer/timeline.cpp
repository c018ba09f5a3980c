// nsys-ai's own timeline: an address that the client opens in the user's browser.
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/viewer_server.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai::inline features {

void attach_timeline(Router& router, Session& session) {
  router.on<method::OpenTimeline>(
      Lane::quick,
      [&session](const nsys::OpenTimelineParams& params, Call&) -> Result<nsys::OpenTimelineResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        const auto window = asked_window(params.window);
        if (!window) return tl::unexpected(window.error());
        auto shown = session.viewer.show_timeline(viewer_subject(session, params.profile, *profile), *window);
        if (!shown) return tl::unexpected(shown.error());
        return nsys::OpenTimelineResult{shown->url, shown->port, shown->path, shown->ssh_command};
      });
}

}  // namespace nsys_ai::inline features

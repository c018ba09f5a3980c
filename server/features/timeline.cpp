// nsys-ai's own timeline: an address that the client opens in the user's browser.
#include "features/browser.h"
#include "features/browser_subject.h"
#include "features/client_profiles.h"
#include "features/feature.h"
#include "features/session.h"

namespace nsys_ai {

void attach_timeline(Router& router, Session& session) {
  router.on<method::OpenTimeline>(
      Lane::quick,
      [&session](const nsys::OpenTimelineParams& params, Call&) -> Result<nsys::OpenTimelineResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        const auto window = asked_window(params.window);
        if (!window) return tl::unexpected(window.error());
        auto shown =
            session.browser.show_timeline(browser_subject(session, params.profile, *profile), *window);
        if (!shown) return tl::unexpected(shown.error());
        return nsys::OpenTimelineResult{shown->url, shown->port, shown->path, shown->ssh_command};
      });
}

}  // namespace nsys_ai

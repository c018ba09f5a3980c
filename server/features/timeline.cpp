// nsys-ai's own timeline: an address that the client opens in the user's browser.
#include "features/feature.h"
#include "features/session.h"

namespace nsys_ai {

void attach_timeline(Router& router, Session& session) {
  router.on<method::OpenTimeline>(
      Lane::quick,
      [&session](const nsys::OpenTimelineParams& params, Call&) -> Result<nsys::OpenTimelineResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        std::optional<Interval> window;
        if (params.window) window = Interval{params.window->startNs, params.window->endNs};
        if (window && window->empty())
          return fail(ErrorCode::bad_request, "params.window: it ends before it begins.");
        auto shown =
            session.browser.show_timeline({params.profile, *profile, *session.suppressions.now()}, window);
        if (!shown) return tl::unexpected(shown.error());
        return nsys::OpenTimelineResult{shown->url, shown->port, shown->path, shown->ssh_command};
      });
}

}  // namespace nsys_ai

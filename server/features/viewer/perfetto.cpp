// Shows a profile in Perfetto through an address that the client opens in the user's browser.
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/viewer_server.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {

namespace {

TraceDetail detail_of(const nsys::OpenInPerfettoParams& params) {
  switch (params.detail.value_or(nsys::TraceDetail::automatic)) {
    case nsys::TraceDetail::full:
      return TraceDetail::full;
    case nsys::TraceDetail::overview:
      return TraceDetail::overview;
    case nsys::TraceDetail::automatic:
      break;
  }
  return TraceDetail::automatic;
}

}  // namespace

void attach_perfetto(Router& router, Session& session) {
  router.on<method::OpenInPerfetto>(
      Lane::quick,
      [&session](const nsys::OpenInPerfettoParams& params, Call&) -> Result<nsys::OpenInPerfettoResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        const auto window = asked_window(params.window);
        if (!window) return tl::unexpected(window.error());
        auto shown = session.viewer.show_trace(viewer_subject(session, params.profile, *profile),
                                               {*window, detail_of(params)});
        if (!shown) return tl::unexpected(shown.error());
        return nsys::OpenInPerfettoResult{shown->url, shown->port, shown->path, shown->ssh_command,
                                          trace_file_name(**profile)};
      });
}

}  // namespace nsys_ai

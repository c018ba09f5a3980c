// Reads the workspace again for each trace, because the server outlives the session that asked first.
#include "features/viewer/viewer_subject.h"

#include "base/log.h"
#include "features/model/model_access.h"
#include "features/session.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/suppressions.h"
#include "features/workspace/workspace.h"
#include "features/workspace/workspace_notes.h"
#include "skill/user_skills.h"

namespace nsys_ai {

namespace {

std::shared_ptr<Suppressions> suppressions_of(const std::vector<std::filesystem::path>& folders) {
  auto kept = std::make_shared<Suppressions>();
  kept->set_workspace(folders);
  return kept;
}

}  // namespace

ViewerServer::Subject viewer_subject(Session& session, const std::string& handle, const ProfilePtr& profile) {
  return {handle,
          profile,
          *session.suppressions.now(),
          [folders = session.workspace.folders(), profile, skills = session.skills.now()] {
            return workspace_notes(*profile, folders, skills->project,
                                   [](const Error& error) { log_warning(error.message); });
          },
          session.skills.now(),
          suppressions_of(session.workspace.folders()),
          browser_model_access(session),
          [folders = session.workspace.folders()](const Bookmark& bookmark) {
            return add_bookmark(folders, bookmark);
          },
          {},
          session.workspace.folders()};
}

ViewerServer::Subject viewer_subject_with_others(Session& session, const std::string& handle,
                                                 const ProfilePtr& profile) {
  ViewerServer::Subject subject = viewer_subject(session, handle, profile);
  for (const OpenProfile& open : session.library.all())
    if (open.handle != handle) subject.others.push_back(viewer_subject(session, open.handle, open.profile));
  return subject;
}

Result<std::optional<Interval>> asked_window(const std::optional<nsys::TimeWindow>& window) {
  if (!window) return std::optional<Interval>();
  const Interval asked{window->startNs, window->endNs};
  if (asked.empty()) return fail(ErrorCode::bad_request, "params.window: it ends before it begins.");
  return std::optional(asked);
}

}  // namespace nsys_ai

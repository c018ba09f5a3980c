// Opens, lists and closes profiles.
#include <fmt/format.h>

#include "base/log.h"
#include "base/text_table.h"
#include "features/documents/document_access.h"
#include "features/documents/document_store.h"
#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/wire.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/file_uri.h"
#include "rpc/client.h"
#include "rpc/connection.h"

namespace nsys_ai {
namespace {

// Fails pending requests on the profile as outdated, and refreshes its documents with their lenses and
// diagnostics.
void profile_was_reloaded(Session& session, std::string_view handle, const Profile& former) {
  session.connection.content_modified(handle);
  for (const std::string& uri : session.virtual_documents.forget(former))
    if (session.client_refreshes_documents)
      session.client.request<method::TextDocumentContentRefresh>({uri}, [](const Result<Nothing>&) {});
  active_profile_may_have_changed(session);
  refresh_diagnostics(session);
}

}  // namespace

void attach_profiles(Router& router, Session& session) {
  session.library.on_reload([&session](std::string_view handle, const Profile& former) {
    profile_was_reloaded(session, handle, former);
  });
  session.library.on_changed([&session](const OpenProfile& changed) {
    session.client.notify<method::ShowMessage>(
        {lsp::MessageType::info,
         fmt::format("{} changed on disk since it was read. Open it again to see what it holds now.",
                     one_line(changed.profile->info().path.filename().string()))});
  });
  router.set_reload([&session](const std::string& handle, const CancelToken& cancel) {
    const auto again = session.library.reload(handle, {cancel, {}});
    if (!again) log_info("A profile that changed could not be reloaded: " + again.error().message);
  });
  router.on<method::OpenProfile>(
      Lane::bulk, [&session](const nsys::OpenProfileParams& params, Call& call) -> Result<nsys::ProfileInfo> {
        auto opened = open_profile(session, file_of_uri(params.path).value_or(params.path), call.work());
        if (!opened) return tl::unexpected(opened.error());
        return wire_profile_info(*opened->profile, opened->handle);
      });
  router.on<method::CloseProfile>(Lane::quick,
                                  [&session](const nsys::ProfileParams& params, Call&) -> Result<Nothing> {
                                    const auto profile = session.library.find(params.profile);
                                    if (!profile) return tl::unexpected(profile.error());
                                    if (auto closed = session.library.close(params.profile); !closed)
                                      return tl::unexpected(closed.error());
                                    session.virtual_documents.forget(**profile);
                                    active_profile_may_have_changed(session);
                                    return Nothing{};
                                  });
  router.on<method::Profiles>(
      Lane::quick, [&session](const nsys::ProfilesParams&, Call&) -> Result<nsys::ProfilesResult> {
        nsys::ProfilesResult result;
        const auto active = session.library.active();
        for (const OpenProfile& open : session.library.all())
          result.profiles.push_back({open.handle, open.profile->info().path.string(),
                                     active.has_value() && active->handle == open.handle});
        return result;
      });
  router.on<method::ProfileInfo>(
      Lane::quick, [&session](const nsys::ProfileParams& params, Call&) -> Result<nsys::ProfileInfo> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        return wire_profile_info(**profile, params.profile);
      });
}

}  // namespace nsys_ai

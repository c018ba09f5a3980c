// Reads settings, and takes new ones while the session goes on.
#include "features/settings.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "features/active_profile.h"
#include "features/feature.h"
#include "features/refresh.h"
#include "features/session.h"
#include "protocol/nsys_settings.h"
#include "protocol/read.h"

namespace nsys_ai {

Result<Settings> read_settings(const Json& json) {
  if (json.is_null()) return Settings{};
  const Json* own = json.find("nsysAi");
  auto read = read_json<nsys::Settings>(own ? *own : json, own ? "settings.nsysAi" : "settings");
  if (!read) return tl::unexpected(read.error());
  Settings settings;
  settings.profile = std::move(read->profile);
  if (settings.profile && settings.profile->empty()) settings.profile.reset();
  if (!read->pathMap) return settings;
  for (const auto& [capture, local] : read->pathMap->entries)
    if (!capture.starts_with('/') || !local.starts_with('/'))
      return fail(ErrorCode::bad_request,
                  fmt::format("settings.pathMap.{}: both folders are to begin with a slash", capture));
  settings.path_map = PathMap(std::move(read->pathMap->entries));
  return settings;
}

void attach_settings(Router& router, Session& session) {
  router.notify<method::DidChangeConfiguration>(
      [&session](const lsp::DidChangeConfigurationParams& params, Call&) {
        // Editors also tell of settings that are not ours.
        if (!params.settings.find("nsysAi") && !params.settings.find("pathMap")) return;
        auto settings = read_settings(params.settings);
        if (!settings) return tell_wrong_settings(session, settings.error());
        session.settings.set(std::move(*settings));
        session.sources.forget_all();
        refresh_sources(session);
      });
}

void tell_wrong_settings(Session& session, const Error& error) {
  session.client.notify<method::ShowMessage>(
      {lsp::MessageType::warning,
       fmt::format("{}. The settings of nsys-ai stay as they were.", one_line(error.message))});
}

}  // namespace nsys_ai

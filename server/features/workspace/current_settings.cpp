// Reads settings.
#include "features/workspace/current_settings.h"

#include <fmt/format.h>

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
  settings.ai = std::move(read->ai);
  if (read->modelKeys) settings.model_keys = std::move(*read->modelKeys);
  if (!read->pathMap) return settings;
  for (const auto& [capture, local] : read->pathMap->entries)
    if (!capture.starts_with('/') || !local.starts_with('/'))
      return fail(ErrorCode::bad_request,
                  fmt::format("settings.pathMap.{}: both folders are to begin with a slash", capture));
  settings.path_map = PathMap(std::move(read->pathMap->entries));
  return settings;
}

}  // namespace nsys_ai

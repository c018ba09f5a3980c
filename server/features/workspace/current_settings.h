// The current settings of the server.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/workspace/path_map.h"
#include "protocol/json.h"
#include "protocol/nsys_settings.h"

namespace nsys_ai {

struct Settings {
  PathMap path_map;
  std::optional<std::string> profile;  // the profile to open when the session begins
  std::optional<nsys::AiSettings> ai;
  std::vector<std::string> model_keys;  // services whose keys the client stores
};

// `json` holds the settings themselves, or all of an editor's settings with ours in `nsysAi`; null means no
// settings. Fails with the path of the invalid setting.
Result<Settings> read_settings(const Json& json);

// Thread-safe.
class CurrentSettings {
 public:
  std::shared_ptr<const Settings> now() const {
    const std::lock_guard lock(mutex_);
    return settings_;
  }
  void set(Settings settings) {
    auto next = std::make_shared<const Settings>(std::move(settings));
    const std::lock_guard lock(mutex_);
    settings_ = std::move(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Settings> settings_ = std::make_shared<const Settings>();
};

}  // namespace nsys_ai

// Any file may forbid; no file can allow what another one forbids.
#include "agent/consent/policy.h"

#include <fmt/format.h>

#include "base/shared_file.h"
#include "base/user_folders.h"
#include "protocol/json_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

Result<void> allowed_by(const fs::path& file) {
  constexpr const char* kForm = R"(Write {"ai.enabled": true} or {"ai.enabled": false}.)";
  std::error_code error;
  if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return {};
  const auto text = read_shared_file(file, "policies");
  if (!text)
    return fail(ErrorCode::cannot_do, "Language models are off: " + text.error().message, text.error().hint);
  const auto json = parse_json_file(file.string(), *text);
  const Json* enabled = json ? json->find("ai.enabled") : nullptr;
  if (!json || !json->is_object() || (enabled && !enabled->if_bool()))
    return fail(ErrorCode::cannot_do, fmt::format("Language models are off: {} is no policy.", file.string()),
                kForm);
  if (enabled && !*enabled->if_bool())
    return fail(ErrorCode::cannot_do, fmt::format("Language models are turned off by {}.", file.string()),
                "Everything else works without.");
  return {};
}

}  // namespace

std::vector<fs::path> policy_files() {
  std::vector<fs::path> files = {"/etc/nsys-ai/policy.json"};
  if (const fs::path folder = user_config_folder(); !folder.empty()) files.push_back(folder / "policy.json");
  return files;
}

Result<void> models_allowed(const std::vector<fs::path>& files) {
  for (const fs::path& file : files)
    if (auto allowed = allowed_by(file); !allowed) return allowed;
  return {};
}

}  // namespace nsys_ai

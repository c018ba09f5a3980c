// Values that a person wrote are taken into their bounds.
#include "features/viewer/terminal_settings.h"

#include <algorithm>
#include <array>

#include "features/workspace/workspace_file.h"
#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/terminal_file.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSettingsList = "the settings of the terminal";

using SettingMember = std::optional<int64_t> TerminalFile::*;
// In the order of TimelineSettingIx.
constexpr std::array<SettingMember, kTimelineSettings.size()> kSettingMembers = {
    &TerminalFile::selectedHeight, &TerminalFile::otherHeight, &TerminalFile::ticks, &TerminalFile::depth,
    &TerminalFile::minimumUs};

Result<TerminalFile> read_terminal_file(const fs::path& file, const std::string& text) {
  const auto json = parse_json_file(file.string(), text);
  if (!json) return tl::unexpected(json.error());
  auto read = read_json<TerminalFile>(*json, "terminal");
  if (!read)
    return fail(ErrorCode::bad_request, file.string() + ": " + read.error().message + ".",
                "Remove the file: the next change of a setting writes it again.");
  return read;
}

}  // namespace

Result<TimelineSettings> terminal_settings(const std::vector<fs::path>& workspace) {
  TimelineSettings settings = kUsualSettings;
  for (const fs::path& file : workspace_files(workspace, "terminal.json")) {
    std::error_code none;
    if (!fs::is_regular_file(file, none)) continue;
    const auto text = read_shared_file(file, kSettingsList);
    if (!text) return tl::unexpected(text.error());
    const auto read = read_terminal_file(file, *text);
    if (!read) return tl::unexpected(read.error());
    for (size_t i = 0; i < settings.size(); ++i)
      if (const auto& value = (*read).*kSettingMembers[i])
        settings[i] = std::clamp(*value, kTimelineSettings[i].least, kTimelineSettings[i].most);
    break;
  }
  return settings;
}

Result<void> keep_terminal_settings(const std::vector<fs::path>& workspace,
                                    const TimelineSettings& settings) {
  const std::vector<fs::path> files = workspace_files(workspace, "terminal.json");
  if (files.empty()) return {};
  TerminalFile kept;
  for (size_t i = 0; i < settings.size(); ++i) kept.*kSettingMembers[i] = settings[i];
  return change_shared_file(files.front(), kSettingsList, [&](const std::string&) -> Result<std::string> {
    return write_json(kept).pretty() + "\n";
  });
}

}  // namespace nsys_ai

// Appends and reads lines.
#include "features/workspace/captures.h"

#include "features/workspace/line_file.h"
#include "features/workspace/workspace_file.h"

namespace nsys_ai {
namespace {

constexpr const char* kCapturesFile = "captures.jsonl";
constexpr const char* kCapturesName = "captures";

}  // namespace

std::string word_of(Ranks ranks) {
  return ranks == Ranks::one ? "one" : ranks == Ranks::all ? "all" : "as started";
}

Ranks ranks_of(const std::string& word) {
  return word == "one" ? Ranks::one : word == "all" ? Ranks::all : Ranks::as_started;
}

Result<void> remember_capture(const std::vector<std::filesystem::path>& workspace, CaptureEntry entry) {
  const auto files = workspace_files(workspace, kCapturesFile);
  if (files.empty())
    return fail(ErrorCode::cannot_do, "No folder is open in which captures could be remembered.");
  entry.at = utc_now();
  return append_line(files.front(), kCapturesName, entry);
}

Result<std::optional<CaptureEntry>> last_capture(const std::vector<std::filesystem::path>& workspace) {
  auto all = read_lines<CaptureEntry>(workspace_files(workspace, kCapturesFile), kCapturesName);
  if (!all) return tl::unexpected(all.error());
  if (all->entries.empty()) return std::optional<CaptureEntry>();
  return std::optional(std::move(all->entries.back()));
}

}  // namespace nsys_ai

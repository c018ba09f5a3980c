// One JSON file a baseline. A file that is too large loses small parts, which no verdict depends on.
#include "features/workspace/baselines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quotation.h"
#include "features/workspace/workspace_file.h"
#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBaselineSchema = "nsys-ai.baseline/1";
constexpr std::string_view kBaselineHint = "`nsys-ai baseline set NAME PROFILE...` writes it again.";

struct BaselineFile {
  std::string schema;
  std::vector<RunFigures> runs;
};
template <class F>
void fields(BaselineFile& v, F& f) {
  f("schema", v.schema, "nsys-ai.baseline/1.");
  f("runs", v.runs, "The figures of each run.");
}

bool is_plain(std::string_view name) {
  constexpr std::string_view kOthers = "-_.";
  return !name.empty() && name.size() <= 100 && name.front() != '.' &&
         std::ranges::all_of(name, [&](char letter) {
           return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                  kOthers.find(letter) != std::string_view::npos;
         });
}

// The folders of the workspace in which baselines are.
std::vector<fs::path> baseline_folders(const std::vector<fs::path>& workspace) {
  return workspace_files(workspace, "baselines");
}

fs::path file_in(const fs::path& folder, std::string_view name) {
  return folder / (std::string(name) + ".json");
}

// Sums all but the first parts of each use.
void keep_parts(size_t most, RunFigures& run) {
  if (run.parts.size() <= most) return;
  std::vector<PartFigures> kept;
  std::array<PartFigures, kBudgetUses> rest;
  for (size_t i = 0; i < run.parts.size(); ++i) {
    PartFigures& part = run.parts[i];
    if (i < most && !part.name.empty()) {
      kept.push_back(std::move(part));
      continue;
    }
    for (size_t use = 0; use < kBudgetUses; ++use) {
      if (part.use != name_of(static_cast<BudgetUse>(use))) continue;
      rest[use].use = part.use;
      rest[use].ns += part.ns;
      rest[use].calls += part.calls;
    }
    if (!part.family.empty()) run.unlisted.push_back(hash_of_name(part.name));
  }
  for (PartFigures& part : rest)
    if (!part.use.empty()) kept.push_back(std::move(part));
  run.parts = std::move(kept);
}

// What is large and says little.
void keep_less(size_t most_parts, RunFigures& run) {
  keep_parts(most_parts, run);
  if (run.unlisted.size() > 10 * most_parts) run.unlisted.resize(10 * most_parts);
  if (run.findings.size() > most_parts) run.findings.resize(most_parts);
  if (run.notes.size() > most_parts) run.notes.resize(most_parts);
}

Result<std::string> text_of_baseline(std::vector<RunFigures> runs) {
  BaselineFile file{std::string(kBaselineSchema), std::move(runs)};
  for (size_t most = kListedParts;; most /= 2) {
    std::string text = write_json(file).compact() + "\n";
    if (text.size() <= kMostBaselineBytes) return text;
    if (most == 0)
      return fail(ErrorCode::bad_request,
                  fmt::format("{} runs do not fit into a baseline of {} kB.", file.runs.size(),
                              kMostBaselineBytes / 1000),
                  "Ten runs do.");
    for (RunFigures& run : file.runs) keep_less(most / 2, run);
  }
}

bool is_sound(const RunFigures& run) {
  const auto positive = [](const std::vector<int64_t>& group) {
    return !group.empty() && std::ranges::all_of(group, [](int64_t ns) { return ns > 0; });
  };
  return run.units > 0 && run.typicalUnits > 0 && run.medianNs > 0 && !run.durations.empty() &&
         std::ranges::all_of(run.durations, positive) && run.budgetNs.size() == kBudgetUses &&
         unit_kind(run.unitKind).has_value();
}

}  // namespace

Result<fs::path> keep_baseline(const std::vector<fs::path>& workspace, std::string_view name,
                               std::vector<RunFigures> runs) {
  if (!is_plain(name))
    return fail(ErrorCode::bad_request, fmt::format("{} is no name of a baseline.", quotation(name)),
                "Use letters, digits, '-', '_' and '.'.");
  for (const RunFigures& run : runs)
    if (!is_sound(run))
      return fail(
          ErrorCode::cannot_do,
          fmt::format("{} holds no units of work, so that nothing could be compared with it.", run.file),
          "`nsys-ai skill run iteration_timing` says which steps a capture has.");
  const auto text = text_of_baseline(std::move(runs));
  if (!text) return tl::unexpected(text.error());
  const std::vector<fs::path> all = baseline_folders(workspace);
  if (all.empty()) return fail(ErrorCode::cannot_do, "No folder is open in which a baseline could be kept.");
  const fs::path file = file_in(all.front(), name);
  const auto changed =
      change_shared_file(file, "baseline", [&](const std::string&) -> Result<std::string> { return *text; });
  if (!changed) return tl::unexpected(changed.error());
  return file;
}

bool has_baseline(const std::vector<fs::path>& workspace, std::string_view name) {
  std::error_code error;
  return is_plain(name) && std::ranges::any_of(baseline_folders(workspace), [&](const fs::path& folder) {
           return fs::is_regular_file(file_in(folder, name), error);
         });
}

std::string version_of_baseline(const std::vector<fs::path>& workspace, std::string_view name) {
  std::error_code error;
  if (!is_plain(name)) return "";
  for (const fs::path& folder : baseline_folders(workspace)) {
    const auto written = fs::last_write_time(file_in(folder, name), error);
    if (!error) return fmt::format("{}", written.time_since_epoch().count());
  }
  return "";
}

Result<std::vector<RunFigures>> baseline(const std::vector<fs::path>& workspace, std::string_view name) {
  for (const fs::path& folder : baseline_folders(workspace)) {
    const fs::path file = file_in(folder, name);
    std::error_code error;
    if (!is_plain(name) || !fs::is_regular_file(file, error)) continue;
    const auto text = read_shared_file(file, "baseline");
    if (!text) return tl::unexpected(text.error());
    const auto json = parse_json_file(file.string(), *text);
    if (!json)
      return tl::unexpected(Error{ErrorCode::cannot_do, json.error().message, std::string(kBaselineHint)});
    auto read = read_json<BaselineFile>(*json, "baseline");
    if (!read)
      return fail(ErrorCode::cannot_do, file.string() + ": " + read.error().message + ".",
                  std::string(kBaselineHint));
    if (read->schema != kBaselineSchema || read->runs.empty() || !std::ranges::all_of(read->runs, is_sound))
      return fail(ErrorCode::cannot_do, file.string() + " is no baseline that this version reads.",
                  std::string(kBaselineHint));
    return std::move(read->runs);
  }
  return fail(ErrorCode::bad_request, fmt::format("There is no baseline {}.", quotation(name)),
              "`nsys-ai baseline list` shows them all.");
}

std::vector<std::string> baseline_names(const std::vector<fs::path>& workspace) {
  std::vector<std::string> names;
  for (const fs::path& folder : baseline_folders(workspace)) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".json" && is_plain(entry.path().stem().string()))
        names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<void> remove_baseline(const std::vector<fs::path>& workspace, std::string_view name) {
  for (const fs::path& folder : baseline_folders(workspace)) {
    std::error_code error;
    if (is_plain(name) && fs::remove(file_in(folder, name), error)) return {};
  }
  return fail(ErrorCode::bad_request, fmt::format("There is no baseline {}.", quotation(name)),
              "`nsys-ai baseline list` shows them all.");
}

}  // namespace nsys_ai

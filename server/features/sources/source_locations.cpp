// Attributes all kernels once for each profile, and searches for files only inside the workspace.
#include "features/sources/source_locations.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "analysis/host/code_attribution.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "features/session.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

using PlacesByKernel = std::unordered_map<uint32_t, SourceLocation>;

PlacesByKernel build_places_by_kernel(const Profile& profile) {
  PlacesByKernel places;
  const auto attribution =
      code_attribution_of(profile, Scope::whole(profile), {.name = "", .lines_first = true}, {});
  if (!attribution) return places;
  std::unordered_map<uint32_t, int64_t> best;
  for (const AttributedCode& part : attribution->parts) {
    const CodeSource& source = attribution->sources[part.source];
    if (source.file.empty() || !source.line || part.total <= best[part.kernel.value]) continue;
    best[part.kernel.value] = part.total;
    places[part.kernel.value] = {source.file, source.function, source.line};
  }
  return places;
}

// For each label, the first text with a file and a line.
std::vector<std::optional<SourceLocation>> build_places_by_label(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<std::optional<SourceLocation>> places(labels.labels.size());
  for (const uint32_t range : labels.first_ranges) {
    const uint32_t label = labels.of_template[profile.nvtx().text[range]];
    if (places[label]) continue;
    auto place = source_of_label(profile.nvtx_text(range));
    if (place && place->line) places[label] = std::move(place);
  }
  return places;
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != ".." && relative.native() != ".";
}

}  // namespace

std::optional<lsp::Location> location_of(const Session& session, const SourceLocation& place) {
  const auto settings = session.settings.now();
  const fs::path local = fs::path(settings->path_map.to_local(place.file)).lexically_normal();
  std::vector<fs::path> folders = session.workspace.folders();
  const std::vector<std::string> mapped = settings->path_map.local_folders();
  folders.insert(folders.end(), mapped.begin(), mapped.end());
  for (const fs::path& folder : folders) {
    const fs::path file = (folder / local).lexically_normal();  // keeps an absolute path unchanged
    std::error_code error;
    if (!is_inside(file, folder.lexically_normal()) || !fs::is_regular_file(file, error)) continue;
    const auto line = static_cast<uint32_t>(std::max<int64_t>(place.line.value_or(1), 1) - 1);
    return lsp::Location{uri_of_file(file), {{line, 0}, {line, 0}}};
  }
  return std::nullopt;
}

std::optional<SourceLocation> source_of_label_at(const Profile& profile, uint32_t label) {
  return profile.derived(build_places_by_label)[label];
}

std::optional<SourceLocation> source_of_kernel(const Profile& profile, NameId name) {
  const PlacesByKernel& places = profile.derived(build_places_by_kernel);
  const auto found = places.find(name.value);
  if (found == places.end()) return std::nullopt;
  return found->second;
}

}  // namespace nsys_ai

// Finds the source by its address, and the matches in a range of it.
#include "features/sources/measured_source.h"

#include <algorithm>

#include "annotate/source_language.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/sources/source_cache.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/file_uri.h"

namespace nsys_ai {

lsp::Range MeasuredSource::range_of(const SourceMatch& match) const {
  return {document->position(match.mention.begin), document->position(match.mention.end)};
}

std::span<const SourceMatch> MeasuredSource::in(const lsp::Range& range) const {
  const size_t begin = document->offset({range.start.line, 0});
  const size_t end = document->offset(range.end);
  const auto& all = matches->all;
  const auto first = std::partition_point(
      all.begin(), all.end(), [&](const SourceMatch& match) { return match.mention.end < begin; });
  const auto last = std::partition_point(
      first, all.end(), [&](const SourceMatch& match) { return match.mention.begin <= end; });
  return {first, last};
}

std::optional<MeasuredSource> measured_source(Session& session, const std::string& uri) {
  auto open = session.library.active();
  if (!open) return std::nullopt;
  auto document = session.documents.find(uri);
  if (!document) return std::nullopt;
  const auto language = source_language(document->language(), uri);
  if (!language) return std::nullopt;
  std::string path;
  if (const auto file = file_of_uri(uri)) path = session.settings.now()->path_map.to_capture(file->string());
  auto matches = session.sources.of(document, *language, open->profile, path);
  return MeasuredSource{std::move(document), std::move(*open), std::move(matches)};
}

}  // namespace nsys_ai

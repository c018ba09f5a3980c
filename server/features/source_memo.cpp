// Matches are found outside of the lock.
#include "features/source_memo.h"

#include <algorithm>

#include "annotate/source_language.h"
#include "features/file_uri.h"
#include "features/session.h"

namespace nsys_ai {

std::shared_ptr<const SourceMatches> SourceMemo::of(const std::shared_ptr<const TextDocument>& document,
                                                    SourceLanguage language, const ProfilePtr& profile,
                                                    const std::string& path) {
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Slot>& kept = slots_[document->uri()];
    if (!kept || kept->document != document || kept->profile.lock() != profile) {
      kept = std::make_shared<Slot>();
      kept->document = document;
      kept->profile = profile;
    }
    slot = kept;
  }
  std::call_once(slot->once,
                 [&] { slot->matches = match_source(*profile, language, document->text(), path); });
  return {slot, &slot->matches};
}

void SourceMemo::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  slots_.erase(uri);
}

void SourceMemo::forget_all() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
}

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

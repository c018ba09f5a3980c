// Looks a document up by its address.
#include "features/shown_document.h"

#include <algorithm>

#include "view/overview.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kFinding = "finding:";

}  // namespace

lsp::Range ShownDocument::range(const Mark& mark) const {
  const size_t start = text.offset({static_cast<uint32_t>(mark.line), 0});
  return {text.position(start + mark.begin), text.position(start + mark.end)};
}

std::span<const Mark> ShownDocument::marks(size_t line) const {
  const auto begin = std::partition_point(page->marks.begin(), page->marks.end(),
                                          [&](const Mark& mark) { return mark.line < line; });
  const auto end =
      std::partition_point(begin, page->marks.end(), [&](const Mark& mark) { return mark.line == line; });
  return {begin, end};
}

const Mark* ShownDocument::finding_at(size_t line) const {
  for (;; --line) {
    if (text.line(line).empty()) return nullptr;
    for (const Mark& mark : marks(line))
      if (mark.target.starts_with(kFinding)) return &mark;
    if (line == 0) return nullptr;
  }
}

std::optional<ToldFinding> told_finding(Session& session, const Profile& profile, std::string_view target) {
  if (!target.starts_with(kFinding)) return std::nullopt;
  const std::string_view key = target.substr(kFinding.size());
  const std::string file_name = profile.info().path.filename().string();
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != key) continue;
    for (const Suppression& of : *session.suppressions.now())
      if (applies(of, key, file_name)) return ToldFinding{finding, of.reason};
    return ToldFinding{finding, std::nullopt};
  }
  return std::nullopt;
}

std::optional<ShownDocument> shown_document(Session& session, const std::string& uri) {
  const auto address = parse_document_uri(uri);
  if (!address || !*address) return std::nullopt;
  auto open = session.library.find_path((*address)->profile);
  if (!open) return std::nullopt;
  auto page = overview_text(session, open->profile);
  TextDocument text({uri, "nsysai", 0, page->text}, session.documents.encoding());
  return ShownDocument{**address, std::move(*open), std::move(page), std::move(text)};
}

std::shared_ptr<const PageText> overview_text(Session& session, const ProfilePtr& profile) {
  const auto suppressions = session.suppressions.now();
  if (suppressions->empty()) return {profile, &profile->derived(build_overview_text)};
  return std::make_shared<const PageText>(text_of(overview(*profile, *suppressions)));
}

}  // namespace nsys_ai

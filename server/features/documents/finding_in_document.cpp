// Searches marks and sections.
#include "features/documents/finding_in_document.h"

#include <algorithm>

#include "features/session.h"
#include "features/workspace/suppressions.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kFinding = "finding:";

}  // namespace

std::optional<FindingStatus> finding_status(Session& session, const Profile& profile,
                                            std::string_view target) {
  if (!target.starts_with(kFinding)) return std::nullopt;
  const std::string_view key = target.substr(kFinding.size());
  const std::string file_name = profile.info().path.filename().string();
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != key) continue;
    const auto suppressions = session.suppressions.now();
    for (const Suppression& of : *suppressions)
      if (applies(of, key, file_name)) return FindingStatus{finding, of.reason};
    return FindingStatus{finding, std::nullopt};
  }
  return std::nullopt;
}

std::span<const Mark> marks_of_line(const VirtualDocument& document, size_t line) {
  const auto& marks = document.page.marks;
  const auto begin =
      std::partition_point(marks.begin(), marks.end(), [&](const Mark& mark) { return mark.line < line; });
  const auto end =
      std::partition_point(begin, marks.end(), [&](const Mark& mark) { return mark.line == line; });
  return {begin, end};
}

std::string words_of(const VirtualDocument& document, const Mark& mark) {
  return std::string(document.text.line(mark.line).substr(mark.begin, mark.end - mark.begin));
}

std::string finding_at(const VirtualDocument& document, size_t line) {
  for (const Mark& mark : marks_of_line(document, line))
    if (mark.target.starts_with(kFinding)) return mark.target;
  for (const Section& section : document.page.sections)
    if (section.first <= line && line <= section.last && section.target.starts_with(kFinding))
      return section.target;
  return "";
}

}  // namespace nsys_ai

// A generated document as its reader has it before him: what questions about it are answered from.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "features/generated_document.h"
#include "features/session.h"
#include "skills/findings.h"

namespace nsys_ai {

struct ShownDocument {
  DocumentAddress address;
  OpenProfile open;
  std::shared_ptr<const PageText> page;
  TextDocument text;

  const Profile& profile() const { return *open.profile; }
  lsp::Range range(const Mark& mark) const;
  // What a line names, from left to right.
  std::span<const Mark> marks(size_t line) const;
  std::string_view words(const Mark& mark) const {
    return text.line(mark.line).substr(mark.begin, mark.end - mark.begin);
  }
  // The finding in whose paragraph a line stands; null elsewhere.
  const Mark* finding_at(size_t line) const;
};

// Nothing where the address is none, and while its profile is not open.
std::optional<ShownDocument> shown_document(Session& session, const std::string& uri);

// A finding of the whole capture and, where the workspace suppresses it, why. Nothing when there is none.
struct ToldFinding {
  Finding finding;
  std::optional<std::string> suppressed;
};
std::optional<ToldFinding> told_finding(Session& session, const Profile& profile, std::string_view target);

// The overview in this workspace: without what it suppresses.
std::shared_ptr<const PageText> overview_text(Session& session, const ProfilePtr& profile);

}  // namespace nsys_ai

// Findings in virtual documents: where they are, and whether the workspace suppresses them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "features/documents/virtual_document.h"
#include "knowledge/finding.h"

namespace nsys_ai {

struct Session;

struct FindingStatus {
  Finding finding;
  std::optional<std::string> suppressed;  // the reason, if it is suppressed
};
// Searches the findings of the entire capture. Returns nullopt if the target is not one of them.
std::optional<FindingStatus> finding_status(Session& session, const Profile& profile,
                                            std::string_view target);

// The marks of a line, from left to right.
std::span<const Mark> marks_of_line(const VirtualDocument& document, size_t line);
std::string words_of(const VirtualDocument& document, const Mark& mark);

// The target of the finding to which a line belongs; empty if it belongs to none.
std::string finding_at(const VirtualDocument& document, size_t line);

}  // namespace nsys_ai

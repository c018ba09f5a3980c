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
  std::optional<std::string> suppressed;  // why, where it is
};
// Of the whole capture. Nothing when the target is no finding of it.
std::optional<FindingStatus> finding_status(Session& session, const Profile& profile,
                                            std::string_view target);

// What a line names, from left to right.
std::span<const Mark> marks_of_line(const VirtualDocument& document, size_t line);
std::string words_of(const VirtualDocument& document, const Mark& mark);

// The target of the finding that a line names or is a part of; empty elsewhere.
std::string finding_at(const VirtualDocument& document, size_t line);

}  // namespace nsys_ai

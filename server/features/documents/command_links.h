// Commands that lenses, hints and code actions carry: a title, a name and arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "features/documents/document_address.h"
#include "profile/profile.h"
#include "protocol/lsp_language.h"

namespace nsys_ai {

inline constexpr std::string_view kAddBookmark = "nsys-ai.addBookmark";
inline constexpr std::string_view kAnnotate = "nsys-ai.annotate";
inline constexpr std::string_view kOpenInPerfetto = "nsys-ai.openInPerfetto";
inline constexpr std::string_view kRemoveBookmark = "nsys-ai.removeBookmark";
inline constexpr std::string_view kRunSkill = "nsys-ai.runSkill";
inline constexpr std::string_view kShowDocument = "nsys-ai.showDocument";
inline constexpr std::string_view kShowOnTimeline = "nsys-ai.showOnTimeline";
inline constexpr std::string_view kSuppressFinding = "nsys-ai.suppressFinding";
inline constexpr std::string_view kUnsuppressFinding = "nsys-ai.unsuppressFinding";

// `around` is function, statement, call, or nothing, where all ranges are taken back.
lsp::Command annotate_source(std::string title, const std::string& uri, lsp::Position position,
                             std::string around);
lsp::Command show_document(std::string title, const DocumentAddress& address);
// Without a target, the command opens the entire profile.
lsp::Command open_in_perfetto(std::string title, const Profile& profile,
                              std::optional<std::string> target = {});
lsp::Command show_on_timeline(std::string title, const Profile& profile,
                              std::optional<std::string> target = {});
// `asked` is a skill with its parameters, written as in the pages of the book: `gpu_idle_gaps min_gap=20us`.
lsp::Command run_skill(std::string title, const Profile& profile, std::string_view asked);
// Runs on the profile that is active when the person chooses the command.
lsp::Command run_skill_on_active(std::string title, const std::string& skill);
// Without `profiles`, a pattern of file names, the command suppresses the finding in all profiles.
lsp::Command suppress_finding(std::string title, const std::string& key, std::string reason,
                              std::optional<std::string> profiles);
lsp::Command unsuppress_finding(std::string title, const std::string& key, const Profile& profile);

}  // namespace nsys_ai

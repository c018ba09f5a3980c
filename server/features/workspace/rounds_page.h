// The rounds of `nsys-ai annotate loop` as a page, and as a line of others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "view/pages/page.h"

namespace nsys_ai {

inline constexpr std::string_view kAcceptRound = "nsys-ai.acceptRound";
inline constexpr std::string_view kTakeBackRanges = "nsys-ai.takeBackRanges";

// The folder with the rounds that a capture is of, or else those of a workspace; nullopt where there are
// none.
std::optional<std::filesystem::path> rounds_of(const std::filesystem::path& profile,
                                               const std::vector<std::filesystem::path>& workspace);

// Fails where there are no rounds.
Result<Page> rounds_page(const std::filesystem::path& profile,
                         const std::vector<std::filesystem::path>& workspace);
// Differs after another round, and where ranges were put into sources or taken back.
std::string version_of_rounds(const std::filesystem::path& profile,
                              const std::vector<std::filesystem::path>& workspace);
// A link to that page; nothing where there are no rounds.
void add_rounds(const std::filesystem::path& profile, const std::vector<std::filesystem::path>& workspace,
                Page& page);

}  // namespace nsys_ai

// The rounds of `nsys-ai annotate loop`, as their folders hold them, and what is done with one
// (docs/ANNOTATE.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "annotate/python_sources.h"
#include "base/result.h"
#include "base/work.h"
#include "protocol/annotate_file.h"

namespace nsys_ai {

// Where the loop keeps its rounds, below the folder in which it is started.
inline constexpr const char* kRoundsFolder = ".nsys-ai/annotate";

std::filesystem::path round_folder(const std::filesystem::path& rounds, int64_t number);
Result<AnnotateRound> read_round(const std::filesystem::path& folder);
Result<void> write_round(const std::filesystem::path& folder, const AnnotateRound& round);
// Those of a folder, in order, up to the first that is not complete.
std::vector<AnnotateRound> rounds_in(const std::filesystem::path& folder);
// The last one that was kept; null without rounds.
const AnnotateRound* last_kept(const std::vector<AnnotateRound>& rounds);

// What a round did and came to, as sentences.
std::string words_of_round(const AnnotateRound& round);

// The state of the sources that have these ranges. Fails if they are not as they were in the round.
std::vector<AnnotateSource> sources_of(const SourceRegions& sources, const std::vector<std::string>& labels);
Result<void> check_sources(const AnnotateRound& round, const SourceRegions& now);

// The files that have the ranges of a round, and those of them that have any ranges now.
std::vector<std::filesystem::path> files_of_round(const AnnotateRound& round);
std::vector<std::filesystem::path> annotated_files(const AnnotateRound& round);

// Puts the ranges of a round into its sources. Fails where they changed since.
Result<RangeEdits> accept_round(const AnnotateRound& round, const Work& work);

// Has the next round of a folder run with these ranges instead of those that the planner chose. Fails on a
// label that the sources do not have or that gets no range, and beyond the budget; nothing is changed then.
Result<AnnotateRound> choose_next(const std::filesystem::path& folder, const std::vector<std::string>& labels,
                                  const SourceRegions& sources, int64_t budget);

}  // namespace nsys_ai

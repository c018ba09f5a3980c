// The sides of a comparison as clients name them: open captures, or a baseline, which keeps figures alone.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "compare/compare.h"

namespace nsys_ai {

struct CompareSide {
  std::vector<ComparedProfile> captures;
  std::vector<RunFigures> kept = {};  // by a baseline; then there are no captures
};

// By the units that all captures have, or by those of a baseline.
Result<SideFigures> figures_of_sides(CompareSide before, CompareSide after);

Result<CompareSide> side_of_baseline(const std::vector<std::filesystem::path>& workspace,
                                     const std::string& name);

// Finds an open profile by its handle.
using FindProfile = std::function<Result<ProfilePtr>(const std::string& handle)>;
// The side of these handles, or of the one baseline of that name.
Result<CompareSide> named_side(const std::vector<std::string>& names, const FindProfile& find,
                               const std::vector<std::filesystem::path>& workspace);

}  // namespace nsys_ai

// The book of root causes: the compiled-in pages of docs/root-causes, and the user's own pages beside them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "knowledge/cause.h"

namespace nsys_ai {

// Those that are judged of a profile, sorted by key. A compiled-in page that does not parse is a defect,
// which every test would find. The result lives as long as the program.
std::span<const Cause> root_cause_book();
// Those that `ranks` judges of the captures of all ranks of a run.
std::span<const Cause> rank_causes();

// The user's pages that do not parse, by key, each with `FILE:LINE: what is wrong`.
using BrokenPages = std::vector<std::pair<std::string, std::string>>;
const BrokenPages& broken_pages();

// Reads the `.md` files in `.nsys-ai/root-causes` of the folders, or of their nearest parents that have one.
// Call it once, before a profile is judged, because findings of a profile are cached.
void read_user_pages(const std::vector<std::filesystem::path>& folders);
// Whether there are any, valid or not: the findings then depend on the workspace.
bool has_user_pages();

// The table of all causes at the beginning of the book: docs/root-causes/README.md.
std::string book_contents();

}  // namespace nsys_ai

// The book of root causes: the pages of docs/root-causes, compiled in, and those of the user's own, which
// stand beside them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "knowledge/cause.h"

namespace nsys_ai {

// By key. A page that is compiled in and cannot be read is a defect, and every test meets it. What is
// returned lives as long as the program.
std::span<const Cause> root_cause_book();

// Pages of the user's own that cannot be read, by key, each with `FILE:LINE: what is wrong`.
using BrokenPages = std::vector<std::pair<std::string, std::string>>;
const BrokenPages& broken_pages();

// Reads the `.md` files of `.nsys-ai/root-causes` of the folders, or of the nearest folders above them that
// have one. Once, before a profile is judged: what was found in a profile stays.
void read_user_pages(const std::vector<std::filesystem::path>& folders);
// Whether there are any, readable or not: then what is found belongs to a workspace.
bool has_user_pages();

// The table of all causes that the book begins with: docs/root-causes/README.md.
std::string book_contents();

}  // namespace nsys_ai

// Places in profiles that people marked, stored in `.nsys-ai/bookmarks.json` of their workspace.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "trace/trace.h"

namespace nsys_ai {

struct Bookmark {
  std::string profile;  // the name of its file
  std::string name;     // unique within a profile
  Interval time;        // on the capture's clock; a point if its length is zero
  std::string note;     // may be empty
};

// The bookmarks of the profile with this file name, sorted by start, then by name. Fails with `FILE:LINE:
// message`.
Result<std::vector<Bookmark>> bookmarks(const std::vector<std::filesystem::path>& workspace,
                                        std::string_view profile_name);

// Writes to the file of the first folder and replaces a bookmark of the same name. Returns the file.
Result<std::filesystem::path> add_bookmark(const std::vector<std::filesystem::path>& workspace,
                                           const Bookmark& bookmark);

// Fails if there is no bookmark of that name.
Result<void> remove_bookmark(const std::vector<std::filesystem::path>& workspace,
                             std::string_view profile_name, std::string_view name);

// The bookmarks as rows of a trace.
std::vector<TraceNote> bookmark_notes(const std::vector<Bookmark>& bookmarks);

}  // namespace nsys_ai

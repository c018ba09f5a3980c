// Places in profiles that people marked, kept in `.nsys-ai/bookmarks.json` of their workspace.
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
  std::string name;     // one of a name in each profile
  Interval time;        // on the capture's clock; a point where it has no length
  std::string note;     // may be empty
};

// Of the profile of that file name, by start, then by name. Fails with `FILE:LINE: what is wrong`.
Result<std::vector<Bookmark>> bookmarks(const std::vector<std::filesystem::path>& workspace,
                                        std::string_view profile_name);

// Into the file of the first folder, in place of one of the same name. Gives that file.
Result<std::filesystem::path> add_bookmark(const std::vector<std::filesystem::path>& workspace,
                                           const Bookmark& bookmark);

// Fails where there is none of that name.
Result<void> remove_bookmark(const std::vector<std::filesystem::path>& workspace,
                             std::string_view profile_name, std::string_view name);

// As rows of a trace.
std::vector<TraceNote> bookmark_notes(const std::vector<Bookmark>& bookmarks);

}  // namespace nsys_ai

// Whether the program says so where its figures are not those of the file: each is compared with what plain
// SQLite finds in the same file.
#pragma once

#include <filesystem>
#include <string>

#include "profile/profile.h"

namespace nsys_ai::fuzz {

// The first figure that is other than SQLite's, without a note and without a refusal; empty where all are
// equal, noted or refused. `profile` was loaded from the file at `path`.
std::string silent_difference(const std::filesystem::path& path, const Profile& profile);

}  // namespace nsys_ai::fuzz

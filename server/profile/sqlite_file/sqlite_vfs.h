// Lets SQLite read a FileImage instead of a file.
#pragma once

#include "profile/sqlite_file/file_image.h"

struct sqlite3;

namespace nsys_ai {

// As sqlite3_open_v2: returns its code, and the handle also where it failed. The connection shares ownership
// of the image, and touches no file: nothing is locked, written, or looked for next to the profile.
int open_sqlite_on(const FileImagePtr& image, sqlite3** handle);

}  // namespace nsys_ai

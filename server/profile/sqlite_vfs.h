// Lets SQLite read a FileImage instead of a file.
#pragma once

#include "profile/file_image.h"

struct sqlite3;

namespace nsys_ai {

// As sqlite3_open_v2: returns its code, and the handle also where it failed. The connection keeps the image,
// and reaches no file: nothing is locked, written, or looked for beside the profile.
int open_sqlite_on(const FileImagePtr& image, sqlite3** handle);

}  // namespace nsys_ai

// Lets SQLite read a FileImage instead of a file.
#pragma once

#include "profile/sqlite_file/file_image.h"

struct sqlite3;

namespace nsys_ai {

// Like sqlite3_open_v2: returns its code, and the handle even after a failure. The connection shares
// ownership of the image, and accesses no file: nothing is locked, written, or searched next to the profile.
int open_sqlite_on(const FileImagePtr& image, sqlite3** handle);

}  // namespace nsys_ai

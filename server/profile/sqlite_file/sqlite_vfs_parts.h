// Shared by this program's VFSs: they support no paths, their files belong to one connection, and the clock
// is the platform's.
#pragma once

#include <sqlite3.h>

namespace nsys_ai {

// Without a name, xOpen, xDelete and the size of its files.
sqlite3_vfs pathless_vfs();

// Without xClose, xRead, xWrite, xTruncate, xFileSize and xDeviceCharacteristics: locks always succeed, and
// syncing does nothing.
sqlite3_io_methods unshared_file_methods();

}  // namespace nsys_ai

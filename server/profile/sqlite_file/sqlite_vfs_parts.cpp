// The platform's VFS is the default; others are registered beside it.
#include "profile/sqlite_file/sqlite_vfs_parts.h"

namespace nsys_ai {
namespace {

sqlite3_vfs& platform_vfs() {
  static sqlite3_vfs* platform = [] {
    sqlite3_initialize();
    return sqlite3_vfs_find(nullptr);
  }();
  return *platform;
}

}  // namespace

sqlite3_vfs pathless_vfs() {
  platform_vfs();
  sqlite3_vfs vfs{};
  vfs.iVersion = 1;
  vfs.mxPathname = 64;
  vfs.xAccess = [](sqlite3_vfs*, const char*, int, int* found) {
    *found = 0;
    return SQLITE_OK;
  };
  vfs.xFullPathname = [](sqlite3_vfs*, const char* name, int size, char* out) {
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
  };
  vfs.xRandomness = [](sqlite3_vfs*, int size, char* out) {
    return platform_vfs().xRandomness(&platform_vfs(), size, out);
  };
  vfs.xSleep = [](sqlite3_vfs*, int microseconds) {
    return platform_vfs().xSleep(&platform_vfs(), microseconds);
  };
  vfs.xCurrentTime = [](sqlite3_vfs*, double* days) {
    return platform_vfs().xCurrentTime(&platform_vfs(), days);
  };
  vfs.xGetLastError = [](sqlite3_vfs*, int, char*) { return 0; };
  return vfs;
}

sqlite3_io_methods unshared_file_methods() {
  sqlite3_io_methods methods{};
  methods.iVersion = 1;
  methods.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
  methods.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
  methods.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
  methods.xCheckReservedLock = [](sqlite3_file*, int* locked) {
    *locked = 0;
    return SQLITE_OK;
  };
  methods.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
  methods.xSectorSize = [](sqlite3_file*) { return 4096; };
  return methods;
}

}  // namespace nsys_ai

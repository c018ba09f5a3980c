// Wraps SQLite callbacks that may throw: a C++ exception must not pass through SQLite.
#pragma once

#include <sqlite3.h>

#include <exception>
#include <new>

#include "base/context.h"

namespace nsys_ai {

// Where a callback of a virtual table stores its error message, which SQLite reports.
inline char** error_message(sqlite3*, void*, int, const char* const*, sqlite3_vtab**, char** message) {
  return message;
}
template <class... Rest>
char** error_message(sqlite3_vtab* table, Rest...) {
  return &table->zErrMsg;
}
template <class... Rest>
char** error_message(sqlite3_vtab_cursor* cursor, Rest...) {
  return &cursor->pVtab->zErrMsg;
}

// A callback of a virtual table. Cancellation and std::bad_alloc have codes of their own; other exceptions are
// reported with their message.
template <auto callback, class... Args>
int guarded(Args... args) {
  try {
    return callback(args...);
  } catch (const Cancelled&) {
    return SQLITE_INTERRUPT;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception& failure) {
    char** message = error_message(args...);
    sqlite3_free(*message);
    *message = sqlite3_mprintf("%s", failure.what());
    return SQLITE_ERROR;
  }
}

// The same for a SQL function.
template <void (*function)(sqlite3_context*, int, sqlite3_value**)>
void guarded_function(sqlite3_context* context, int count, sqlite3_value** values) {
  try {
    function(context, count, values);
  } catch (const Cancelled&) {
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

}  // namespace nsys_ai

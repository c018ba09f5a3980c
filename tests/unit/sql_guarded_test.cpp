// What SQLite reports for an exception in a callback.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sql/guarded.h"

namespace nsys_ai::test {
namespace {

enum class Thrown { nothing, cancelled, no_memory, other };

// What each callback of a table without rows, and of a function, throws.
Thrown in_connect = Thrown::nothing;
Thrown in_plan = Thrown::nothing;
Thrown in_filter = Thrown::nothing;
Thrown in_function = Thrown::nothing;

void throw_it(Thrown thrown) {
  if (thrown == Thrown::cancelled) throw Cancelled{};
  if (thrown == Thrown::no_memory) throw std::bad_alloc();
  if (thrown == Thrown::other) throw std::runtime_error("column 7 is gone");
}

int connect_thrower(sqlite3* connection, void*, int, const char* const*, sqlite3_vtab** made, char**) {
  throw_it(in_connect);
  *made = new sqlite3_vtab{};
  return sqlite3_declare_vtab(connection, "CREATE TABLE t(a)");
}

int plan_thrower(sqlite3_vtab*, sqlite3_index_info*) {
  throw_it(in_plan);
  return SQLITE_OK;
}

int filter_thrower(sqlite3_vtab_cursor*, int, const char*, int, sqlite3_value**) {
  throw_it(in_filter);
  return SQLITE_OK;
}

void call_thrower(sqlite3_context* context, int, sqlite3_value**) {
  throw_it(in_function);
  sqlite3_result_int(context, 1);
}

sqlite3_module throwing_module() {
  sqlite3_module module{};
  module.xConnect =
      guarded<connect_thrower, sqlite3*, void*, int, const char* const*, sqlite3_vtab**, char**>;
  module.xBestIndex = guarded<plan_thrower, sqlite3_vtab*, sqlite3_index_info*>;
  module.xDisconnect = [](sqlite3_vtab* table) {
    delete table;
    return SQLITE_OK;
  };
  module.xOpen = [](sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    *cursor = new sqlite3_vtab_cursor{};
    return SQLITE_OK;
  };
  module.xClose = [](sqlite3_vtab_cursor* cursor) {
    delete cursor;
    return SQLITE_OK;
  };
  module.xFilter = guarded<filter_thrower, sqlite3_vtab_cursor*, int, const char*, int, sqlite3_value**>;
  module.xNext = [](sqlite3_vtab_cursor*) { return SQLITE_OK; };
  module.xEof = [](sqlite3_vtab_cursor*) { return 1; };
  module.xColumn = [](sqlite3_vtab_cursor*, sqlite3_context*, int) { return SQLITE_OK; };
  module.xRowid = [](sqlite3_vtab_cursor*, sqlite3_int64*) { return SQLITE_OK; };
  return module;
}

// The code and the message of a query while one callback throws.
std::string said_of(const std::string& sql, Thrown& callback, Thrown thrown) {
  static const sqlite3_module module = throwing_module();
  sqlite3* opened = nullptr;
  sqlite3_open(":memory:", &opened);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(opened, sqlite3_close);
  sqlite3_create_module(opened, "t", &module, nullptr);
  sqlite3_create_function(opened, "f", 0, SQLITE_UTF8, nullptr, guarded_function<call_thrower>, nullptr,
                          nullptr);
  callback = thrown;
  const int code = sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr);
  callback = Thrown::nothing;
  return std::string(sqlite3_errstr(code)) + ": " + sqlite3_errmsg(opened);
}

struct Callback {
  const char* query;  // that calls it
  Thrown& throws;
};

TEST(Guarded, ExceptionsOfCallbacksAreTold) {
  const std::vector<Callback> callbacks = {{"SELECT a FROM t", in_connect},
                                           {"SELECT a FROM t", in_plan},
                                           {"SELECT a FROM t", in_filter},
                                           {"SELECT f()", in_function}};
  for (const Callback& callback : callbacks) {
    const auto said = [&](Thrown thrown) { return said_of(callback.query, callback.throws, thrown); };
    EXPECT_EQ(said(Thrown::nothing), "not an error: not an error");
    EXPECT_EQ(said(Thrown::other), "SQL logic error: column 7 is gone");
    EXPECT_EQ(said(Thrown::no_memory), "out of memory: out of memory");
    // SQLite reports only that the table cannot be made.
    if (&callback.throws == &in_connect) continue;
    EXPECT_NE(said(Thrown::cancelled).find("interrupted"), std::string::npos) << said(Thrown::cancelled);
  }
}

}  // namespace
}  // namespace nsys_ai::test

// An allocator that wraps SQLite's own.
#include "sql/query_budget.h"

#include <sqlite3.h>

#include <algorithm>

#include "sql/sql_view.h"

namespace nsys_ai {
namespace {

constexpr int64_t kPlanBytes = 16 << 20;

QueryBudget* current() { return Context::current().query_budget; }

sqlite3_mem_methods& own_methods() {
  static sqlite3_mem_methods methods{};
  return methods;
}

void* counted_malloc(int bytes) {
  const auto& own = own_methods();
  QueryBudget* budget = current();
  if (budget && !budget->allows(bytes)) return nullptr;
  void* made = own.xMalloc(bytes);
  if (budget && !made) budget->run_out();
  if (budget && made) budget->hold(own.xSize(made));
  return made;
}

void counted_free(void* bytes) {
  const auto& own = own_methods();
  if (QueryBudget* budget = current()) budget->release(own.xSize(bytes));
  own.xFree(bytes);
}

void* counted_realloc(void* bytes, int size) {
  const auto& own = own_methods();
  QueryBudget* budget = current();
  const int before = budget ? own.xSize(bytes) : 0;
  if (budget && size > before && !budget->allows(size - before)) return nullptr;
  void* made = own.xRealloc(bytes, size);
  if (budget && !made) budget->run_out();
  if (budget && made) budget->hold(own.xSize(made) - before);
  return made;
}

bool install() {
  // SQLite's process-wide statistics, which nothing reads, would make all threads share one lock.
  if (sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK ||
      sqlite3_config(SQLITE_CONFIG_GETMALLOC, &own_methods()) != SQLITE_OK)
    return false;
  sqlite3_mem_methods counted = own_methods();
  counted.xMalloc = counted_malloc;
  counted.xFree = counted_free;
  counted.xRealloc = counted_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &counted) == SQLITE_OK;
}

// Runs before main: SQLite accepts an allocator only before its first use, and any code may be the first
// user.
const bool kInstalled = install();

}  // namespace

QueryBudget::QueryBudget(SqlView& view, int64_t bytes)
    : view_(view),
      most_bytes_(bytes),
      limit_bytes_(std::min(bytes, kPlanBytes)),
      bound_(Context::current().with_query_budget(this)) {}

bool QueryBudget::counts() { return kInstalled; }

bool QueryBudget::allows(int64_t bytes) {
  const bool fits = held_bytes_ + bytes <= limit_bytes_;
  if (fits && goes_on(static_cast<size_t>(bytes))) return true;
  refused_ = true;
  exhausted_ = exhausted_ || !fits;
  return false;
}

bool QueryBudget::look() {
  unseen_bytes_ = 0;
  return !view_.must_stop();
}

}  // namespace nsys_ai

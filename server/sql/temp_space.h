// The memory for what SQLite sorts and materialises in a query, counted and limited.
//
// SQLite's temporary files go through a VFS, so a VFS that keeps them in memory limits each query separately
// and never writes to a disk.
#pragma once

#include <memory>
#include <string>

namespace nsys_ai {

class QueryBudget;

// Used by one thread. Outlives the connection that uses it.
class TempSpace {
 public:
  explicit TempSpace(QueryBudget& budget);
  ~TempSpace();
  TempSpace(const TempSpace&) = delete;
  TempSpace& operator=(const TempSpace&) = delete;

  // The VFS name for sqlite3_open_v2.
  const std::string& vfs_name() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace nsys_ai

// Where SQLite puts what a query sorts and materialises: memory of ours, counted and bounded.
//
// SQLite's temporary files go through a VFS, so a VFS that keeps them in memory bounds each query by itself
// and never writes to a disk.
#pragma once

#include <memory>
#include <string>

namespace nsys_ai {

class QueryBudget;

// Used by one thread. Outlives the connection that is opened on it.
class TempSpace {
 public:
  explicit TempSpace(QueryBudget& budget);
  ~TempSpace();
  TempSpace(const TempSpace&) = delete;
  TempSpace& operator=(const TempSpace&) = delete;

  // What sqlite3_open_v2 takes as the name of the VFS.
  const std::string& vfs_name() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace nsys_ai

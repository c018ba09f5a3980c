// Where SQLite puts what a query sorts and materialises: memory of ours, counted and bounded.
//
// SQLite's own bound on memory is one for the whole process. Its temporary files go through a VFS, so a VFS
// that keeps them in memory bounds each query by itself and never writes to a disk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace nsys_ai::inline sql {

// Used by one thread. Outlives the connection that is opened on it.
class TempSpace {
 public:
  explicit TempSpace(int64_t limit_bytes);
  ~TempSpace();
  TempSpace(const TempSpace&) = delete;
  TempSpace& operator=(const TempSpace&) = delete;

  // What sqlite3_open_v2 takes as the name of the VFS.
  const std::string& vfs_name() const;
  int64_t limit_bytes() const;
  bool exhausted() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace nsys_ai::inline sql

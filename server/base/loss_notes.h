// Collects the data loss that affects an answer while the answer is computed.
//
// Code that returns incomplete data calls `report_loss`. Code that builds an answer keeps a `LossNotes` while
// it computes, and adds its notes to the answer. The functions between the two pass nothing on, so none of
// them can forget to.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"

namespace nsys_ai {

// Outlives the answers that are computed from its data.
struct DataLoss {
  std::vector<std::string> notes;  // what was missing, repaired or skipped, one sentence each
  std::string_view skipped = {};  // the kind of data, when none of it was read: "NVTX ranges"
};

// Adds it to the innermost `LossNotes` of the thread's context and to those around it.
void report_loss(const DataLoss& of);

// Collects the reports of its thread and of the thread's helpers while it lives (base/context.h). It is
// destroyed in the thread that created it, and is otherwise thread-safe.
class LossNotes {
 public:
  LossNotes();
  LossNotes(const LossNotes&) = delete;
  LossNotes& operator=(const LossNotes&) = delete;

  bool empty() const { return losses_[0].load(std::memory_order_relaxed) == nullptr; }
  std::vector<const DataLoss*> all() const;
  // Each sentence once, in alphabetical order and without its full stop, like other notes of answers. The
  // last note counts the sentences beyond `kMaxNotes`.
  std::vector<std::string> notes() const;
  // A reported loss of a kind of data that was not read at all; null when there is none.
  const DataLoss* skipped() const;

  static constexpr size_t kMaxNotes = 16;

 private:
  friend void report_loss(const DataLoss& of);
  void add(const DataLoss& of);

  // Filled from the front. A profile has fewer kinds of data than this.
  std::array<std::atomic<const DataLoss*>, 128> losses_{};
  const ScopedContext bound_;
};

}  // namespace nsys_ai

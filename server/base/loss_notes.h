// What was not read of the data that an answer is made of, noted while the answer is computed.
//
// Code that returns incomplete data calls `report_loss`. Code that frames an answer keeps a `LossNotes` while
// the answer is computed, and finds there what its readers must know. Nothing between the two passes it on,
// so that nothing can forget to.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"

namespace nsys_ai {

// Outlives the answers that are made of its data.
struct DataLoss {
  std::vector<std::string> notes;  // what was missing, repaired or left out, one sentence each
  std::string_view skipped = {};  // what it is, where none of it was read: "NVTX ranges"
};

// Adds it to every `LossNotes` of the thread's context, outer ones too.
void report_loss(const DataLoss& of);

// Collects what is reported while it lives, by its thread and by those that help it (base/context.h). Ends in
// the thread in which it began; thread-safe otherwise.
class LossNotes {
 public:
  LossNotes();
  LossNotes(const LossNotes&) = delete;
  LossNotes& operator=(const LossNotes&) = delete;

  bool empty() const { return losses_[0].load(std::memory_order_relaxed) == nullptr; }
  std::vector<const DataLoss*> all() const;
  // Each sentence once, in the order of the alphabet and without its full stop, as notes of answers are; the
  // last one counts those beyond `kMaxNotes`.
  std::vector<std::string> notes() const;
  // One of which nothing was read; null where there is none.
  const DataLoss* skipped() const;

  static constexpr size_t kMaxNotes = 16;

 private:
  friend void report_loss(const DataLoss& of);
  void add(const DataLoss& of);

  // Filled from the front. A profile has fewer kinds of data.
  std::array<std::atomic<const DataLoss*>, 128> losses_{};
  const ScopedContext bound_;
};

}  // namespace nsys_ai

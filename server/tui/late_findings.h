// The findings of a run, which take seconds on a large one, made while a person looks at the rest.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "base/work.h"
#include "trace/trace.h"

namespace nsys_ai {

// Stops the work when it is destroyed.
class LateFindings {
 public:
  explicit LateFindings(std::function<std::vector<TraceNote>()> make);
  ~LateFindings();
  LateFindings(const LateFindings&) = delete;
  LateFindings& operator=(const LateFindings&) = delete;

  bool ready() const { return ready_; }
  // Only once they are ready.
  const std::vector<TraceNote>& notes() const { return notes_; }

 private:
  CancelToken gone_;
  std::vector<TraceNote> notes_;
  std::atomic<bool> ready_ = false;
  std::thread thread_;
};

}  // namespace nsys_ai

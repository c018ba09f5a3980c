// What was not read of the data that an answer is made of, told while the answer is computed.
//
// Who gives out data that is not whole calls `tell`. Who frames an answer has a `Shortfalls` while it is
// computed, and finds there what its readers must know. Nothing between the two has to pass it on, so that
// nothing can forget to.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// Outlives the answers that are made of its data.
struct Shortfall {
  std::vector<std::string> notes;  // what was missing, repaired or left out, one sentence each
  std::string_view left_out = {};  // what it is, where none of it was read: "NVTX ranges"
};

// Tells all `Shortfalls` of the running thread, those that began earlier too.
void tell(const Shortfall& of);

// Gathers what is told while it lives, in its thread and in those that `parallel_for` starts. Ends in the
// thread in which it began; told from any.
class Shortfalls {
 public:
  Shortfalls();
  ~Shortfalls();
  Shortfalls(const Shortfalls&) = delete;
  Shortfalls& operator=(const Shortfalls&) = delete;

  // Of the running thread; null where nobody gathers.
  static Shortfalls* running();
  bool empty() const { return told_[0].load(std::memory_order_relaxed) == nullptr; }
  std::vector<const Shortfall*> all() const;
  // Each sentence once, in the order of the alphabet and without its full stop, as notes of answers are; the
  // last one counts those beyond `kMaxNotes`.
  std::vector<std::string> notes() const;
  // One of which nothing was read; null where there is none.
  const Shortfall* left_out() const;

  static constexpr size_t kMaxNotes = 16;

 private:
  friend void tell(const Shortfall& of);
  friend class GatheredBy;
  void add(const Shortfall& of);

  // Filled from the front. A profile has fewer kinds of data.
  std::array<std::atomic<const Shortfall*>, 128> told_{};
  Shortfalls* const outer_;
};

// While it lives, what the running thread tells is gathered by `by`, which another thread has; null for
// nobody.
class GatheredBy {
 public:
  explicit GatheredBy(Shortfalls* by);
  ~GatheredBy();
  GatheredBy(const GatheredBy&) = delete;
  GatheredBy& operator=(const GatheredBy&) = delete;

 private:
  Shortfalls* const before_;
};

}  // namespace nsys_ai

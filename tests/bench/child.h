// Runs a measurement in a process of its own, so that its memory is its own too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <type_traits>

namespace nsys_ai::bench {

// Calls `fill` in a child, which writes what it measured into `size` bytes at `out`. Throws
// std::runtime_error with the child's words when it throws or dies.
void run_in_child(const std::function<void(void*)>& fill, void* out, size_t size);

template <class T>
T measure_in_child(const std::function<T()>& measure) {
  static_assert(std::is_trivially_copyable_v<T>);
  T result{};
  run_in_child([&](void* out) { *static_cast<T*>(out) = measure(); }, &result, sizeof result);
  return result;
}

// Of this process, in bytes.
struct Memory {
  int64_t peak = 0;       // resident, so far
  int64_t resident = 0;   // now
  int64_t anonymous = 0;  // the part of `resident` that is no page of a file
};
Memory memory_now();
// Bytes that this process read, and those of them that came from the device, as far as the system counts
// them.
int64_t bytes_read();
int64_t device_bytes_read();

}  // namespace nsys_ai::bench

// How much memory this process may still use.
#pragma once

#include <cstdint>
#include <optional>

namespace nsys_ai {

// How much memory the process may use in all, in bytes, from now on. Thread-safe.
void set_memory_limit(int64_t bytes);
// The limit: set by `set_memory_limit`, else by NSYS_AI_MEMORY_LIMIT (such as 4GB).
std::optional<int64_t> memory_limit();

// What is left of the limit. Without one, four fifths of what the machine has to spare, or of what is left to
// the control group where that is less.
int64_t memory_left();

// What the process has in memory now, in bytes.
int64_t memory_resident();

// Makes the allocator return large arrays to the system as soon as they are freed. A profile consists of few
// of them; by default the C library keeps freed memory for later. To be called at the start of a program.
void release_large_blocks();

}  // namespace nsys_ai

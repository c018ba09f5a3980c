// How much memory this process may still use.
#pragma once

#include <cstdint>
#include <optional>

namespace nsys_ai {

// Sets how many bytes the process may use in total, from now on. Thread-safe.
void set_memory_limit(int64_t bytes);
// The limit that `set_memory_limit` set, else NSYS_AI_MEMORY_LIMIT (for example 4GB).
std::optional<int64_t> memory_limit();

// What is left of the limit. Without a limit, four fifths of the machine's available memory, or of what the
// control group has left where that is less.
int64_t memory_left();

// The process's resident memory, in bytes.
int64_t memory_resident();

// Makes the allocator return large arrays to the system as soon as they are freed. A profile consists of a
// few large arrays; by default the C library keeps freed memory for later. Call it at the start of a program.
void release_large_blocks();

}  // namespace nsys_ai

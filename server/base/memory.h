// How much memory this process may still take.
#pragma once

#include <cstdint>
#include <optional>

namespace nsys_ai {

// What a person allows the process to take in all, in bytes; for the rest of its life. Thread-safe.
void set_memory_limit(int64_t bytes);
// What was allowed: by `set_memory_limit`, else by NSYS_AI_MEMORY_LIMIT (such as 4GB).
std::optional<int64_t> memory_limit();

// What is left of the limit. Without one, four fifths of what the machine has to spare, or of what is left to
// the control group where that is less.
int64_t memory_left();

// What the process has in memory now, in bytes.
int64_t memory_resident();

// Has large arrays given back to the system as soon as they go. A profile is few of them; by default the C
// library keeps what was freed for later. For the start of a program.
void give_back_large_blocks();

}  // namespace nsys_ai

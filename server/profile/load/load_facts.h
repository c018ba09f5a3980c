// Reads the metadata of a capture: versions, clocks, processes, threads and GPUs. Used only by load.cpp.
#pragma once

#include "profile/load/load_context.h"

namespace nsys_ai {

// Versions, wall clock and duration.
void load_export_info(LoadContext& loading);
// The text id of each thread's name, by the thread's global id. Runs before the strings are read, because it
// requests some.
std::vector<std::pair<int64_t, int64_t>> load_thread_names(LoadContext& loading);
// Names of processes and threads, GPUs, and the GPU of each device; puts processes and devices in order. Runs
// after the strings were read and all identities are known from events.
void load_processes_and_gpus(LoadContext& loading,
                             const std::vector<std::pair<int64_t, int64_t>>& thread_names);

}  // namespace nsys_ai

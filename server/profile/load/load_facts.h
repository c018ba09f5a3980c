// Reads what a capture says about itself: versions, clocks, processes, threads and GPUs. Used by load.cpp
// alone.
#pragma once

#include "profile/load/load_context.h"

namespace nsys_ai {

// Versions, wall clock and duration.
void load_export_info(LoadContext& loading);
// Which text names each thread, by its global id. Before the strings are read, which it asks for.
std::vector<std::pair<int64_t, int64_t>> load_thread_names(LoadContext& loading);
// Names of processes and threads, GPUs, and which GPU each device is. After the strings were read and events
// named who did them.
void load_processes_and_gpus(LoadContext& loading,
                             const std::vector<std::pair<int64_t, int64_t>>& thread_names);

}  // namespace nsys_ai

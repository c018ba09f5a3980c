// Reads what a capture says about itself: versions, clocks, processes, threads and GPUs. Used by load.cpp
// alone.
#pragma once

#include "profile/load_events.h"

namespace nsys_ai {

// Versions, wall clock and duration.
void load_export_info(Loading& loading);
// Names of the threads that events named. Before the strings are read.
void load_thread_names(Loading& loading);
// Names of processes and threads, GPUs, and which GPU each device is. After the strings were resolved.
void load_processes_and_gpus(Loading& loading);

}  // namespace nsys_ai

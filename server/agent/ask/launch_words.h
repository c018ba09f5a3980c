// How long a launch took to reach the GPU, said by the two ends of that time.
#pragma once

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// `delay between the begin of the launch call and the begin of the kernel`, `from the end of its launch call
// until the kernel begins`: how many tokens say it, from this one on; 0 where none do.
size_t launch_words(ReadWords& r, size_t at);

}  // namespace nsys_ai::inline agent

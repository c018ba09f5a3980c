// Processes as people name them.
#pragma once

#include <string>

#include "profile/profile.h"

namespace nsys_ai {

// "process 144"; where another host has one of that pid, "process 144 on host 2" (the number of the
// hardware), and in another virtual machine "process 144 in VM 3". Empty where the capture names no process.
std::string process_words(const Profile& profile, ProcessIx process);

}  // namespace nsys_ai

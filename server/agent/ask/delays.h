// `How long after its launch call began did the kernel start?`
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The question with its delays named: from the start of a launch call to the start of its kernel is the launch
// latency, and from the end of the call the queue time. Empty where none is described, or where more is said of
// the two points than that.
std::string with_delays_named(std::string_view question);

}  // namespace nsys_ai::inline agent

// Runs the program as a person does.
#pragma once

#include <string>
#include <vector>

namespace nsys_ai::bench {

// How long a command takes from its start to its end, what it prints dropped; ms. Throws std::runtime_error
// where it cannot be started or does not end with 0.
double measure_program(const std::vector<std::string>& command);

}  // namespace nsys_ai::bench

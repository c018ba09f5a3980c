// The entry point of the command line.
#pragma once

namespace nsys_ai {

// Parses the arguments and runs the command. Turns exceptions into error messages; returns the exit code.
int run_program(int count, char** arguments);

}  // namespace nsys_ai

// The command line as a whole.
#pragma once

namespace nsys_ai {

// Runs what the arguments say; the exit code of the process. What is thrown ends in a sentence.
int run_program(int count, char** arguments);

}  // namespace nsys_ai

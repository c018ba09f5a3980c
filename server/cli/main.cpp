// The program.
#include <exception>

#include "base/memory.h"
#include "cli/common.h"
#include "cli/program.h"

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();
  try {
    return nsys_ai::run_program(count, arguments);
  } catch (const std::exception& error) {
    return nsys_ai::report({nsys_ai::ErrorCode::internal_error,
                            std::string("A defect of nsys-ai: ") + error.what() + ".",
                            "Please report it with the command that you ran."});
  }
}

// The program.
#include "base/memory.h"
#include "cli/program.h"

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();
  return nsys_ai::run_program(count, arguments);
}

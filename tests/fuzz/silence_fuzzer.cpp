// The fuzzer for silence: an input is a whole file, of which the program gives the figures that SQLite finds
// there, or says that it does not, or refuses.
//
// `./dev fuzz` builds and runs it; README.md says how to look at what it finds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "profile/load/load.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/silence.h"

extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=512"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static nsys_ai::fuzz::InputFile file;
  file.write(data, size);
  const auto loaded = nsys_ai::load_profile(file.path());
  if (!loaded) return 0;
  const std::string wrong = nsys_ai::fuzz::silent_difference(file.path(), **loaded);
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "silence_fuzzer: %s\n", wrong.c_str());
  std::abort();
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  return nsys_ai::fuzz::changed_input(data, size, most, seed);
}

// The fuzzer: an input is a whole file, which is loaded and asked everything that people ask.
//
// `./dev fuzz` builds and runs it; README.md says how to look at what it finds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "profile/load/load.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/walk.h"

namespace {

using nsys_ai::fuzz::InputFile;

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "load_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

// An allocation that a size in the file asks for, and no file needs.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=512"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static InputFile file;
  file.write(data, size);
  const auto loaded = nsys_ai::load_profile(file.path());
  std::string wrong = nsys_ai::fuzz::wrong_with_load(loaded);
  // Questions take four times as long as loading; their answers depend on columns alone.
  constexpr size_t kAskedOneIn = 8;
  const bool asked =
      std::hash<std::string_view>()({reinterpret_cast<const char*>(data), size}) % kAskedOneIn == 0;
  if (wrong.empty() && loaded && asked) wrong = nsys_ai::fuzz::walk(**loaded);
  if (!wrong.empty()) stop(wrong.c_str());
  if (!file.untouched()) stop("the file was written");
  if (!file.alone()) stop("a file was made beside the input");
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  return nsys_ai::fuzz::changed_input(data, size, most, seed);
}

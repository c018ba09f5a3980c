// Normalises a kernel's name, whichever tool wrote it.
//
// Kineto and c++filt, Nsight Systems, nvprof, Nsight Compute, mangled names and short names differ in casts,
// booleans, lambdas, unnamed namespaces and spaces: `(bool)1`, `bool=1`, `true` and `Lb1E` all become `1`.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// `void at::native::reduce_kernel<512, 1>(float*)` has the qualified name `at::native::reduce_kernel`, the
// base name `reduce_kernel` and the arguments `512,1`. All are views into the name or into the speller's
// buffers.
struct SpelledName {
  std::string_view qualified;
  std::string_view base;
  std::string_view arguments;   // of the last template, without insignificant spaces
  std::string_view parameters;  // as written, from the opening parenthesis on
  bool cut = false;             // the name ends inside a bracket, or is marked as truncated
};

// Owns the buffers. For one thread; each result is valid until the next call.
class NameSpeller {
 public:
  SpelledName spell(std::string_view name);

 private:
  SpelledName spell_demangled(std::string_view name);
  std::string mangled_, text_, qualified_;
};

// The argument at index `at`, between top-level commas; empty past the last. `arguments` may continue with
// the closing bracket and further text.
std::string_view template_argument(std::string_view arguments, size_t at);
size_t count_template_arguments(std::string_view arguments);
// The text in the angle brackets of `kernel<A, B>`.
std::string_view template_arguments(std::string_view text);
// The name after the last `::` outside brackets.
std::string_view last_component(std::string_view qualified);
// Reads an integer; fails if there is any other text.
bool read_number(std::string_view text, int32_t& value);

}  // namespace nsys_ai

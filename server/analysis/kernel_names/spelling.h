// One spelling for a kernel's name, whichever tool wrote it.
//
// Kineto and c++filt, Nsight Systems, nvprof, Nsight Compute, mangled names and short names differ in casts,
// booleans, lambdas, unnamed namespaces and blanks: `(bool)1`, `bool=1`, `true` and `Lb1E` all become `1`.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// `void at::native::reduce_kernel<512, 1>(float*)` has the qualified name `at::native::reduce_kernel`, the
// base name `reduce_kernel` and the arguments `512,1`. Views into the name or into the speller's buffers.
struct SpelledName {
  std::string_view qualified;
  std::string_view base;
  std::string_view arguments;   // of the last template, without blanks that say nothing
  std::string_view parameters;  // as written, from their bracket on
  bool cut = false;             // it ends inside of a bracket, or says that it was cut
};

// Holds the buffers. For one thread; the last result is valid until the next.
class NameSpeller {
 public:
  SpelledName spell(std::string_view name);

 private:
  SpelledName spell_demangled(std::string_view name);
  std::string mangled_, text_, qualified_;
};

// The arguments between top-level commas, first to last; empty behind the last. They may be followed by the
// bracket that closes them and more.
std::string_view template_argument(std::string_view arguments, size_t at);
size_t count_template_arguments(std::string_view arguments);
// What stands in the angle brackets of `kernel<A, B>`.
std::string_view template_arguments(std::string_view text);
// The name behind the last `::`; brackets are not looked into.
std::string_view last_component(std::string_view qualified);
// A whole number, nothing else.
bool read_number(std::string_view text, int32_t& value);

}  // namespace nsys_ai

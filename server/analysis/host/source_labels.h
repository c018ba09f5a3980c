// Reads file, function and line from a label or a frame, as far as it names them.
//
// Texts of a profile are untrusted: they are parsed, truncated and shown, and never looked up on a disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

struct SourceLocation {
  std::string file;             // as written in the text
  std::string function;         // empty where none is named
  std::optional<int64_t> line;  // empty where none is named
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

// `train.py(12): step`, `train.py:12 step`, `step (train.py:12)`, `File "train.py", line 12, in step`,
// `registry.cpp::check<T>`. Empty when the label names no file of a known language.
std::optional<SourceLocation> source_of_label(std::string_view label);
// Reads a frame like a label, or takes the function of a frame whose module is a source file.
std::optional<SourceLocation> source_of_frame(std::string_view symbol, std::string_view module);

// Whether a label is an operator of a framework or a library call, for example `aten::mul` or `ncclGroupEnd`,
// instead of a name that the program's author chose.
bool is_operator_label(std::string_view label);

// What a kernel's name says about its origin.
enum class KernelOrigin {
  generated,  // a framework's compiler wrote it, and its name says from what: Triton, nvFuser, XLA
  framework,  // an operator's kernel: `at::native::...`
  library,    // a vendor or template library: the name says nothing about the caller
  own         // none of these
};
KernelOrigin origin_of_kernel(std::string_view demangled);

}  // namespace nsys_ai

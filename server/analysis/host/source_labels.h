// What a label or a frame says of source code: file, function and line, as far as it names them.
//
// Texts of a profile are untrusted: they are read, capped and shown, and never looked up on a disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

struct SourceLocation {
  std::string file;             // as it is written there
  std::string function;         // empty where it is not named
  std::optional<int64_t> line;  // none where it is not named
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

// `train.py(12): step`, `train.py:12 step`, `step (train.py:12)`, `File "train.py", line 12, in step`,
// `registry.cpp::check<T>`. Nothing when the label names no file of a known language.
std::optional<SourceLocation> source_of_label(std::string_view label);
// Of a frame: as of a label, or a function whose module is a file of source code.
std::optional<SourceLocation> source_of_frame(std::string_view symbol, std::string_view module);

// Whether a label is an operator's of a framework or a call of a library, and not a name that the program's
// author gave: `aten::mul`, `ncclGroupEnd`.
bool is_operator_label(std::string_view label);

// What a kernel's name says of where it comes from.
enum class KernelOrigin {
  generated,  // a compiler of a framework wrote it, and its name tells of what: Triton, nvFuser, XLA
  framework,  // an operator's kernel: `at::native::...`
  library,    // a library of the vendor or of templates: the name says nothing of the caller
  own         // none of these
};
KernelOrigin origin_of_kernel(std::string_view demangled);

}  // namespace nsys_ai

// Where a source speaks of kernels, NVTX ranges and functions.
//
// Known by the grammar around a word, not by the word: a comment, a key of a dictionary or a printed text is
// no mention. What a profile knows of a mention is another question (source_matches.h).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "annotate/literal_text.h"
#include "annotate/source_language.h"

namespace nsys_ai {

struct Mention {
  enum class Kind {
    function,           // a function, method or class where it is defined; a range may have its name
    function_range,     // what makes a range of the function around it or below it: NVTX3_FUNC_RANGE()
    kernel,             // a kernel's name where it is neither defined nor launched
    kernel_definition,  // `__global__ void NAME(...) {`, `@triton.jit def NAME`
    kernel_launch,      // NAME<<<...>>>, NAME[grid](...), cudaLaunchKernel(NAME, ...)
    kernel_text,        // the name in a text: get_function("NAME")
    range               // the text that names a range: range_push("forward")
  };

  Kind kind = Kind::kernel;
  // Of a range, the text. Else one part: a name as it is qualified there, `ns::gemm`, `Model.forward`.
  TextParts name;
  size_t begin = 0;  // bytes [begin, end) of the source
  size_t end = 0;
};

struct MentionRequest {
  // Whether a kernel may have this name, without qualification; other identifiers are passed over.
  std::function<bool(std::string_view name)> kernel;
  std::function<void(Mention)> report_loss;
};

// Reports each mention once, in no particular order. Linear in the length of the source.
void find_mentions(SourceLanguage language, std::string_view source, const MentionRequest& request);

}  // namespace nsys_ai

// Finds where a source mentions kernels, NVTX ranges and functions.
//
// The grammar around a word decides, not the word: comments, dictionary keys and printed texts are no
// mentions. source_matches.h looks up what a profile measured for a mention.
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
    function,           // the definition of a function, method or class; a range may have its name
    function_range,     // a range named after its function: NVTX3_FUNC_RANGE(), or a decorator above the
                        // function
    kernel,             // a kernel's name outside of its definition and launches
    kernel_definition,  // `__global__ void NAME(...) {`, `@triton.jit def NAME`
    kernel_launch,      // NAME<<<...>>>, NAME[grid](...), cudaLaunchKernel(NAME, ...)
    kernel_text,        // a kernel's name in a string: get_function("NAME")
    range               // the text of a range: range_push("forward")
  };

  Kind kind = Kind::kernel;
  // For a range, its text. Otherwise one part: the name as qualified there, `ns::gemm`, `Model.forward`.
  TextParts name;
  size_t begin = 0;  // bytes [begin, end) of the source
  size_t end = 0;
};

struct MentionRequest {
  // Whether a kernel may have this unqualified name; other identifiers are ignored.
  std::function<bool(std::string_view name)> kernel;
  std::function<void(Mention)> report_mention;
};

// Reports each mention once, in no particular order. Takes time linear in the length of the source.
void find_mentions(SourceLanguage language, std::string_view source, const MentionRequest& request);

}  // namespace nsys_ai

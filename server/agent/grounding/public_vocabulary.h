// The vocabulary of this program, and of CUDA and its libraries, which reveals nothing about a user's
// program.
#pragma once

#include <string_view>

namespace nsys_ai {

// Whether the built-in skills, the book, the knowledge pages or the relational model's tables contain the
// word. Give the first word of a sentence in lower case.
bool is_own_word(std::string_view word);

// H100, bf16, sm_90, 128x64, 3rd: GPU models, number formats and numbers.
bool is_technical_word(std::string_view word);

}  // namespace nsys_ai

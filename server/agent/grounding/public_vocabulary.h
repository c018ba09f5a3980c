// The words that this program itself is written with, and those of CUDA and its libraries. They tell nothing
// of anybody's program.
#pragma once

#include <string_view>

namespace nsys_ai {

// Whether the built-in skills, the book, the pages of knowledge or the tables of the relational model have
// the word; in small letters for one that begins a sentence.
bool is_own_word(std::string_view word);

// H100, bf16, sm_90, 128x64, 3rd: kinds of GPUs, formats and numbers.
bool is_technical_word(std::string_view word);

}  // namespace nsys_ai

// What stands at a place of a source file: an identifier or a text, and nothing inside comments.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

enum class SourceLanguage { python, cpp };  // CUDA and C lex as C++

// By the editor's language id, else by the file's ending; nothing for other languages.
std::optional<SourceLanguage> source_language(std::string_view language_id, std::string_view uri);

struct SourceWord {
  enum class Kind { identifier, text } kind = Kind::identifier;
  std::string text;      // of a text: without quotes, the holes of f-strings replaced by '#'
  bool defines = false;  // an identifier behind `def` or `class`
  size_t begin = 0;      // bytes [begin, end) of the source, with the quotes
  size_t end = 0;
};

// The word around the byte `offset`.
std::optional<SourceWord> source_word(SourceLanguage language, std::string_view source, size_t offset);

}  // namespace nsys_ai

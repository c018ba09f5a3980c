// The supported languages of source files.
#pragma once

#include <optional>
#include <string_view>

namespace nsys_ai {

enum class SourceLanguage { python, cpp };  // CUDA and C are parsed as C++

// By the editor's language id, else by the file's extension; nullopt for other languages.
std::optional<SourceLanguage> source_language(std::string_view language_id, std::string_view uri);

}  // namespace nsys_ai

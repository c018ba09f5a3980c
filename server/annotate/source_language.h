// Which languages of source files are known.
#pragma once

#include <optional>
#include <string_view>

namespace nsys_ai {

enum class SourceLanguage { python, cpp };  // CUDA and C are read as C++

// By the editor's language id, else by the file's ending; nothing for other languages.
std::optional<SourceLanguage> source_language(std::string_view language_id, std::string_view uri);

}  // namespace nsys_ai

// The editors' language ids, and file extensions.
#include "annotate/source_language.h"

namespace nsys_ai {

std::optional<SourceLanguage> source_language(std::string_view language_id, std::string_view uri) {
  if (language_id == "python") return SourceLanguage::python;
  for (const std::string_view id : {"c", "cpp", "cuda", "cuda-cpp", "cuda_cpp"})
    if (language_id == id) return SourceLanguage::cpp;
  for (const std::string_view ending : {".py", ".pyi"})
    if (uri.ends_with(ending)) return SourceLanguage::python;
  for (const std::string_view ending :
       {".c", ".cc", ".cpp", ".cu", ".cuh", ".cxx", ".h", ".hh", ".hpp", ".inl"})
    if (uri.ends_with(ending)) return SourceLanguage::cpp;
  return std::nullopt;
}

}  // namespace nsys_ai

// Sketches: profiles written as a few lines of text, made into a real Nsight .sqlite (the language:
// README.md).
#pragma once

#include <string>
#include <vector>

namespace nsys_ai::sketch {

// Writes the profile that `text` describes, laid out as that release of Nsight Systems does.
// A `version` line in the text wins over the argument.
// An existing file is replaced; after an error nothing is left behind and the old file is untouched.
// Throws std::runtime_error, whose what() begins "line N: " when the sketch is at fault.
void write(const std::string& text, const std::string& sqlite_path, const std::string& version = "2026.2");

// The releases whose layout is known, oldest first.
std::vector<std::string> versions();

}  // namespace nsys_ai::sketch

// Data as a prompt holds it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nsys_ai {

// The sentence of the system prompt that says what data is.
std::string_view data_rule();

// The text between marks that say whose it is and that nothing in it is an instruction, without active
// characters, cut at the end of a line to so many bytes, which is said. Nothing inside can end the data
// early. `what` is a word of ours: "overview", "question".
std::string as_data(std::string_view what, std::string_view text, size_t most_bytes);

}  // namespace nsys_ai

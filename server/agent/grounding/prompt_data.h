// Embeds data in a prompt.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nsys_ai {

// The sentence of the system prompt that explains data blocks.
std::string_view data_rule();

// The text between marks that name its source and say that it contains no instructions. Active characters are
// removed; longer texts are truncated at the end of a line, with a note. Nothing inside can end the block
// early. `what` is a word of the program: "overview", "question".
std::string as_data(std::string_view what, std::string_view text, size_t most_bytes);

}  // namespace nsys_ai

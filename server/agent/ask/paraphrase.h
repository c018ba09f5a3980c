// Ways of saying that no word says alone: a question in the words that questions are read in.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The question with turns of phrase replaced by plain words that ask the same: `delay between launch and
// kernel start` by `launch latency`, `max(x)` by `longest x`, a unit behind a comma by nothing. The question
// itself where it has none. For what is not understood as it is written.
std::string in_plain_words(std::string_view question);

}  // namespace nsys_ai::inline agent

// Ways of saying that no word says alone: a question in the words that questions are read in.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// What ran on the GPUs of a capture: a list of some of it defines what is busy where the others are not
// there.
struct WorkKinds {
  bool kernels = true;
  bool copies = true;
  bool memsets = true;
};

// The question with turns of phrase replaced by plain words that ask the same: `delay between launch and
// kernel start` by `launch latency`, `max(x)` by `longest x`, a unit behind a comma by nothing. The question
// itself where it has none. For what is not understood as it is written.
std::string in_plain_words(std::string_view question, const WorkKinds& has);

// Only those turns whose words would be read as something else.
std::string in_sure_words(std::string_view question);

}  // namespace nsys_ai::inline agent

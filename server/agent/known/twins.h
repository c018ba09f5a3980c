// What is asked of one kind of thing is asked of another in the same words: `longest NCCL kernel` as `longest
// softmax kernel`, calls of the operating system as those of CUDA.
#pragma once

#include <string>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

// The question as if it named a thing of another kind.
struct Twin {
  Frame frame;
  char kind = 'x', as = 'x';  // of the slot in the question, and in the frame of the twin
};
std::vector<Twin> twins_of(const Frame& question);

// What the twin asks by the template of what the question asks, and the other way round. Empty where the
// template asks what only one of the two kinds can be asked.
std::string template_of_twin(const Twin& twin, const std::string& query_template);
std::string template_by_twin(const Twin& twin, const std::string& query_template);

}  // namespace nsys_ai::inline agent

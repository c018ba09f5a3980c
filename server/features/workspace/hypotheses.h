// What a workspace supposes of its runs: in `.nsys-ai/hypotheses.jsonl`, a line each, and judged by what was
// compared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct Hypothesis {
  std::string cause;  // its key, or words of its title
  std::string note;   // why it is supposed; may be empty
  std::string state;  // open, confirmed (the cause went by a change) or refuted (it stayed, or came)
  std::vector<std::string> evidence;  // a sentence for each comparison that looked at it, the oldest first
};

// Adds an open one.
Result<void> suppose(const std::vector<std::filesystem::path>& workspace, std::string cause,
                     std::string note);
// In the order in which they were first named. The last comparison that found the cause on either side
// decides.
Result<std::vector<Hypothesis>> hypotheses_of(const std::vector<std::filesystem::path>& workspace);
// "idle-host-bound: open, the loader is slow".
std::string hypothesis_words(const Hypothesis& of);
// A section with all of them; adds nothing where there are none.
void add_hypotheses(const std::vector<std::filesystem::path>& workspace, Page& page);

}  // namespace nsys_ai

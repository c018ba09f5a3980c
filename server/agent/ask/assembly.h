// From what words say to one query: what is asked of what. A pure function.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/names.h"
#include "agent/ask/query.h"
#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// A name of the question that the profile knows, and where it stands.
struct LinkedName {
  std::vector<NamedThing> things;  // never empty
  std::string text;
  bool follows_inside = false;
  size_t at = 0;  // its first token
  size_t tokens = 1;
};

struct Assembled {
  AskQuery query;
  std::string problem;  // why there is no query; empty for one
};

Assembled assemble(const ReadWords& reading, const std::vector<LinkedName>& names);

}  // namespace nsys_ai::inline agent

// A page of docs/knowledge: claims about a framework, a library or a GPU generation, each with its source.
//
// A page is Markdown after a front matter that names its subjects:
//
//   ---
//   about:
//     - vLLM
//   ---
//
//   # vLLM
//
//   A paragraph or two.
//
// and then the four sections below, which consist of claims after `- ` and code between ```. A claim lists
// after `Shown by` the skills (in `backticks`) and causes (links into ../root-causes) that show it in a
// profile, and after `Source:` its sources.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

inline constexpr std::array<std::string_view, 4> kSectionsOfKnowledge{
    "What it looks like", "How to capture it", "What costs time", "What to change"};

struct KnowledgeClaim {
  int line = 0;                      // line in the file
  std::string text;                  // Markdown on one line, without skills, causes and sources
  std::vector<std::string> skills;   // skills that show it
  std::vector<std::string> causes;   // keys of causes that show it
  std::vector<std::string> sources;  // Markdown links; a page whose claim has none is invalid
};

struct KnowledgePage {
  std::string key;                 // the name of the file without `.md`
  std::vector<std::string> about;  // subjects (knowledge/subjects.h), in the page's order
  std::string heading;
  std::string introduction;
  std::vector<KnowledgeClaim> claims;
  std::string markdown;  // everything below the front matter
};

// Fails with `FILE:LINE: what is wrong`.
Result<KnowledgePage> parse_knowledge_page(std::string_view file_name, std::string_view text);

}  // namespace nsys_ai

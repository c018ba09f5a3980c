// A page of docs/knowledge: what is known of a framework, a library or a generation of GPUs, each claim with
// its source.
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
// and then the four sections below, each of claims after `- ` and of code between ```. A claim says after
// `Shown by` with which skills (in `backticks`) and causes (links into ../root-causes) a profile shows it,
// and after `Source:` where it is from.
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
  int line = 0;                      // in the file
  std::string text;                  // Markdown in one line, without what follows
  std::vector<std::string> skills;   // that show it
  std::vector<std::string> causes;   // likewise, their keys
  std::vector<std::string> sources;  // Markdown links; a page with a claim that has none cannot be read
};

struct KnowledgePage {
  std::string key;                 // the name of the file without `.md`
  std::vector<std::string> about;  // subjects (knowledge/subjects.h), in the page's order
  std::string heading;
  std::string introduction;
  std::vector<KnowledgeClaim> claims;
  std::string markdown;  // all below the front matter
};

// Fails with `FILE:LINE: what is wrong`.
Result<KnowledgePage> parse_knowledge_page(std::string_view file_name, std::string_view text);

}  // namespace nsys_ai

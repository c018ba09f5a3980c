// The grammar as a Markdown page: docs/ASK.md.
#pragma once

#include <string>
#include <vector>

namespace nsys_ai {

// Generated from lexicon.txt, examples.txt and the topics.
std::string grammar_page();

struct GrammarExample {
  std::string question;
  bool is_refused = false;  // the page says that this question has no answer
  std::string topic = {};   // the key of the topic that the question means
};

// All examples of the page, in order.
std::vector<GrammarExample> grammar_examples();

}  // namespace nsys_ai

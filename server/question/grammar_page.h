// The grammar on a page of Markdown: docs/ASK.md.
#pragma once

#include <string>
#include <vector>

namespace nsys_ai {

// Made of lexicon.txt, examples.txt and the topics.
std::string grammar_page();

struct GrammarExample {
  std::string question;
  bool is_refused = false;  // the page says that it has no answer
  std::string topic = {};   // the key of the topic that it asks for
};

// Every example of the page, in its order.
std::vector<GrammarExample> grammar_examples();

}  // namespace nsys_ai

// All that can be read: the causes of the book and the pages of docs/knowledge, found by their keys and by
// what somebody wants to know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/knowledge_page.h"

namespace nsys_ai {

// The pages of docs/knowledge, by key, compiled in. One that cannot be read is a defect, and every test meets
// it.
std::span<const KnowledgePage> knowledge_pages();

// The table of all of them: docs/knowledge/README.md.
std::string knowledge_contents();

enum class LibraryPageKind { cause, knowledge };

struct LibraryPage {
  std::string key;  // of a cause or a page; no two have one
  LibraryPageKind kind;
  std::string heading;
  std::string summary;   // a sentence
  std::string markdown;  // the whole of it, beginning with `# `; of a cause what a reader needs
};

// By key.
std::span<const LibraryPage> library_pages();
// Null where there is none.
const LibraryPage* library_page(std::string_view key);

// What answers a question, or speaks of some words: the best first, at most `most`; none where no word is
// theirs.
std::vector<const LibraryPage*> pages_about(std::string_view words, size_t most);

}  // namespace nsys_ai

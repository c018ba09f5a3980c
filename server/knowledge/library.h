// All pages: the causes of the book and docs/knowledge, found by key or by words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/knowledge_page.h"

namespace nsys_ai {

// The compiled-in pages of docs/knowledge, by key. A page that does not parse is a defect, which every test
// would find.
std::span<const KnowledgePage> knowledge_pages();

// The table of all knowledge pages: docs/knowledge/README.md.
std::string knowledge_contents();

enum class LibraryPageKind { cause, knowledge };

struct LibraryPage {
  std::string key;  // the key of a cause or a page; unique
  LibraryPageKind kind;
  std::string heading;
  std::string summary;   // a sentence
  std::string markdown;  // the full text, beginning with `# `; for a cause, the parts for a reader
};

// Sorted by key.
std::span<const LibraryPage> library_pages();
// Null if there is none.
const LibraryPage* library_page(std::string_view key);

// The pages that answer a question or contain its words: the best first, at most `most`; empty if no page
// shares a word with it.
std::vector<const LibraryPage*> pages_about(std::string_view words, size_t most);

}  // namespace nsys_ai

// Parses the embedded pages once; searching a few dozen pages needs no index.
#include "knowledge/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/embedded.h"
#include "base/guarded.h"
#include "knowledge/book.h"
#include "knowledge/sentence_template.h"
#include "knowledge/text_finder.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_knowledge();

namespace {

// Words that people use, and the words that pages use instead.
constexpr std::array<Synonym, 10> kOtherWordsOfPages = {{{"bound", "limit"},
                                                           {"cpu", "host"},
                                                           {"gather", "collective"},
                                                           {"gc", "garbage collection"},
                                                           {"hidden", "hides"},
                                                           {"managed", "unified"},
                                                           {"nsys", "profiler"},
                                                           {"reduce", "collective"},
                                                           {"tiny", "small"},
                                                           {"unpinned", "pageable"}}};

std::vector<KnowledgePage> parsed_pages() {
  std::vector<KnowledgePage> pages;
  for (const EmbeddedFile& file : embedded_knowledge()) {
    auto page = parse_knowledge_page(file.name.substr(file.name.rfind('/') + 1), file.content);
    if (!page) throw ThrownError(page.error());
    pages.push_back(std::move(*page));
  }
  std::ranges::sort(pages, {}, &KnowledgePage::key);
  return pages;
}

std::string markdown_of_cause(const Cause& cause) {
  std::string text =
      fmt::format("# {}\n\n## Symptom\n\n{}\n\n## Why\n\n{}\n", cause.heading, cause.symptom, cause.why);
  // That of other causes is SQL.
  if (cause.is_of_ranks) text += fmt::format("\n## Detection\n\n{}\n", cause.detection);
  text += fmt::format("\n## What to do\n\n{}\n", cause.what_to_do);
  for (const SpecialAdvice& advice : cause.special_advice) text += fmt::format("\n{}\n", advice.text);
  return text + fmt::format("\n## How to verify\n\n{}\n", cause.verify);
}

std::vector<LibraryPage> gathered_readings() {
  std::vector<LibraryPage> all;
  for (const std::span<const Cause> book : {root_cause_book(), rank_causes()})
    for (const Cause& cause : book)
      all.push_back({cause.key, LibraryPageKind::cause, cause.heading,
                     std::string(first_sentence(cause.symptom)), markdown_of_cause(cause)});
  for (const KnowledgePage& page : knowledge_pages())
    all.push_back({page.key, LibraryPageKind::knowledge, page.heading,
                   std::string(first_sentence(page.introduction)), page.markdown});
  std::ranges::sort(all, {}, &LibraryPage::key);
  return all;
}

TextFinder finder_of_readings() {
  std::vector<SearchableText> texts;
  for (const LibraryPage& of : library_pages()) texts.push_back({of.key, of.heading, of.markdown});
  return {texts, kOtherWordsOfPages};
}

}  // namespace

std::span<const KnowledgePage> knowledge_pages() {
  static const std::vector<KnowledgePage> pages = parsed_pages();
  return pages;
}

std::string knowledge_contents() {
  std::string text =
      "# Knowledge pages\n\n"
      "What is known of frameworks, libraries and generations of GPUs: how a run of them looks in a profile, how to capture it, what costs time and which skill or cause shows it, and what to change. "
      "Each claim has its source. "
      "`nsys-ai knowledge` lists, finds and prints them, with the [causes of the book](../root-causes/README.md); findings of a run lead to the pages about it.\n\n"
      "| Page | About |\n|---|---|\n";
  for (const KnowledgePage& page : knowledge_pages())
    text += fmt::format("| [{}]({}.md) | {} |\n", page.heading, page.key, page.introduction);
  return text;
}

std::span<const LibraryPage> library_pages() {
  static const std::vector<LibraryPage> all = gathered_readings();
  return all;
}

const LibraryPage* library_page(std::string_view key) {
  const auto all = library_pages();
  const auto found = std::ranges::lower_bound(all, key, {}, &LibraryPage::key);
  return found != all.end() && found->key == key ? &*found : nullptr;
}

std::vector<const LibraryPage*> pages_about(std::string_view words, size_t most) {
  static const TextFinder finder = finder_of_readings();
  std::vector<const LibraryPage*> found;
  for (const size_t at : finder.about(words, most)) found.push_back(&library_pages()[at]);
  return found;
}

}  // namespace nsys_ai

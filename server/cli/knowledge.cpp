// nsys-ai knowledge: list, find and print the causes of the book and the knowledge pages.
#include "knowledge/library.h"

#include <fmt/format.h>

#include "base/quotation.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "view/pages/page_cells.h"
#include "view/pages/reading_page.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostPagesFound = 5;

struct KnowledgeOptions {
  std::vector<std::string> words;
  std::string format;
};

int list_pages(const std::string& title, const std::vector<const LibraryPage*>& readings,
               const std::string& format) {
  std::string markdown;
  Facts facts;
  for (const LibraryPage* of : readings) {
    markdown += fmt::format("- `{}`: {}\n", of->key, of->heading);
    facts.facts.push_back({of->key, text_cell(of->heading)});
  }
  if (format == "markdown") return print(markdown);
  Page page;
  page.blocks.emplace_back(Heading{title});
  page.blocks.emplace_back(std::move(facts));
  return print(text_for_terminal(page, 0));
}

int run_knowledge(const KnowledgeOptions& options) {
  if (options.words.empty()) {
    std::vector<const LibraryPage*> all;
    for (const LibraryPage& of : library_pages()) all.push_back(&of);
    return list_pages("All pages", all, options.format);
  }
  const std::string words = fmt::format("{}", fmt::join(options.words, " "));
  if (const LibraryPage* reading = library_page(words))
    return print(options.format == "markdown" ? reading->markdown
                                              : text_for_terminal(reading_page(*reading)));
  const auto found = pages_about(words, kMostPagesFound);
  if (!found.empty()) return list_pages("Pages about it, the best first", found, options.format);
  return print(
      fmt::format("No page speaks of {}. `nsys-ai knowledge` lists all of them.\n", quotation(words)));
}

}  // namespace

void add_knowledge(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<KnowledgeOptions>();
  CLI::App* command = program.add_subcommand(
      "knowledge", "What is known of causes, frameworks and libraries: list, find or print pages");
  command->add_option("WORDS", options->words,
                      "The key of a page prints it; other words find pages; without any, all are listed");
  add_format(*command, options->format, {"text", "markdown"});
  command->callback([options, &run] { run = [options] { return run_knowledge(*options); }; });
}

}  // namespace nsys_ai

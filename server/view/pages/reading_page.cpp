// Parses the Markdown subset of pages: headings, paragraphs, claims after `- `, code.
#include "view/pages/reading_page.h"

#include <algorithm>

#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kEndOfFile = ".md";

// The page to which a link of the docs leads; null if it leads elsewhere.
const LibraryPage* linked_reading(std::string_view address) {
  if (!address.ends_with(kEndOfFile) || address.find("://") != std::string_view::npos) return nullptr;
  address.remove_suffix(kEndOfFile.size());
  return library_page(address.substr(address.rfind('/') + 1));
}

// Removes the links from a text; adds the pages that they lead to to `pages`.
std::string without_links(std::string_view text, std::vector<const LibraryPage*>& pages) {
  std::string plain;
  while (true) {
    const size_t middle = text.find("](");
    const size_t open = middle == std::string_view::npos ? middle : text.rfind('[', middle);
    const size_t close = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const std::string_view words = text.substr(open + 1, middle - open - 1);
    const std::string_view address = text.substr(middle + 2, close - middle - 2);
    plain.append(text.substr(0, open)).append(words);
    if (const LibraryPage* page = linked_reading(address))
      pages.push_back(page);
    else
      plain.append(" <").append(address).append(">");
    text.remove_prefix(close + 1);
  }
  return plain.append(text);
}

class ReadingPage {
 public:
  Page read(const LibraryPage& reading) {
    page_.title = reading.heading;
    std::string_view rest = reading.markdown;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      take(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    end_of_paragraph();
    add_pages();
    return std::move(page_);
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("```")) {
      end_of_paragraph();
      if (in_code_) page_.blocks.emplace_back(std::exchange(code_, {}));
      in_code_ = !in_code_;
    } else if (in_code_) {
      code_.facts.push_back({"", text_cell(std::string(line))});
    } else if (line.empty() || line.starts_with("# ")) {
      end_of_paragraph();
    } else if (line.starts_with("## ")) {
      end_of_paragraph();
      page_.blocks.emplace_back(Heading{std::string(line.substr(3))});
    } else {
      if (line.starts_with("- ")) end_of_paragraph();
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      paragraph_.append(paragraph_.empty() ? "" : " ").append(line);
    }
  }

  void end_of_paragraph() {
    if (!paragraph_.empty()) page_.blocks.emplace_back(Paragraph{without_links(paragraph_, pages_)});
    paragraph_.clear();
  }

  void add_pages() {
    std::ranges::sort(pages_, {}, &LibraryPage::key);
    pages_.erase(std::unique(pages_.begin(), pages_.end()), pages_.end());
    if (pages_.empty()) return;
    Facts facts;
    for (const LibraryPage* of : pages_)
      facts.facts.push_back({of->key, {of->heading, target_of_page(of->key), std::nullopt, false}});
    page_.blocks.emplace_back(Heading{"Pages that it names"});
    page_.blocks.emplace_back(std::move(facts));
  }

  Page page_;
  std::string paragraph_;
  Facts code_;  // one line each, which must not be wrapped
  std::vector<const LibraryPage*> pages_;
  bool in_code_ = false;
};

}  // namespace

Page reading_page(const LibraryPage& reading) { return ReadingPage().read(reading); }

std::vector<Cell> cells_of_pages(const std::vector<const KnowledgePage*>& pages) {
  std::vector<Cell> cells;
  for (const KnowledgePage* page : pages)
    cells.push_back({page->heading, target_of_page(page->key), std::nullopt, false});
  return cells;
}

}  // namespace nsys_ai

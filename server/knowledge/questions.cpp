// One table for each phase, below the phase's heading.
#include "knowledge/questions.h"

#include <algorithm>

#include "base/embedded.h"
#include "knowledge/page_tables.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_questions();

namespace {

void read_phase(std::string_view section, std::vector<BookQuestion>& all) {
  const std::string phase(section.substr(0, section.find('\n')));
  for (const PageRow& row : page_rows(section))
    all.push_back({phase, std::string(row.at(0)), quoted_words(row.at(1)).at(0), quoted_words(row.at(2))});
}

std::vector<BookQuestion> read_questions() {
  constexpr std::string_view kHeading = "\n## ";
  std::vector<BookQuestion> all;
  for (const EmbeddedFile& file : embedded_questions())
    for (size_t at = file.content.find(kHeading); at != std::string_view::npos;) {
      const size_t begin = at + kHeading.size();
      at = file.content.find(kHeading, begin);
      read_phase(file.content.substr(begin, std::min(at, file.content.size()) - begin), all);
    }
  return all;
}

}  // namespace

std::span<const BookQuestion> book_questions() {
  static const std::vector<BookQuestion> all = read_questions();
  return all;
}

}  // namespace nsys_ai

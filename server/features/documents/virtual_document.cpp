// Finds marks by positions in a virtual document.
#include "features/documents/virtual_document.h"

#include <algorithm>

namespace nsys_ai {

const Mark* VirtualDocument::mark_at(lsp::Position position) const {
  const size_t line = position.line;
  const size_t column = text.offset(position) - text.offset({position.line, 0});
  const auto first = std::lower_bound(page.marks.begin(), page.marks.end(), line,
                                      [](const Mark& mark, size_t at) { return mark.line < at; });
  const Mark* found = nullptr;
  for (auto mark = first; mark != page.marks.end() && mark->line == line; ++mark) {
    if (column >= mark->begin && column < mark->end) return &*mark;
    if (found == nullptr) found = &*mark;
  }
  return found;
}

const Mark* VirtualDocument::find(std::string_view target) const {
  const auto found = std::find_if(page.marks.begin(), page.marks.end(),
                                  [&](const Mark& mark) { return mark.target == target; });
  return found == page.marks.end() ? nullptr : &*found;
}

lsp::Range VirtualDocument::range_of(const Mark& mark) const {
  const size_t start = text.offset({static_cast<uint32_t>(mark.line), 0});
  return {text.position(start + mark.begin), text.position(start + mark.end)};
}

lsp::Range VirtualDocument::range_of_line(size_t line) const {
  const lsp::Position start{static_cast<uint32_t>(line), 0};
  return {start, text.position(text.offset(start) + text.line(line).size())};
}

}  // namespace nsys_ai

// A virtual document that the server makes: its text and its marks.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "features/documents/document_address.h"
#include "features/documents/text_document.h"
#include "profile/profile.h"
#include "view/pages/page_text.h"

namespace nsys_ai {

// Immutable.
struct VirtualDocument {
  DocumentAddress address;
  std::string uri;  // canonical
  ProfilePtr profile;
  PageText page;
  TextDocument text;  // the same text, for positions

  // The mark at a position. If a line has one mark, that mark covers the entire line, because nobody aims at
  // a cell. Null if the line has no mark.
  const Mark* mark_at(lsp::Position position) const;
  // The first mark of a target; null if the document has none.
  const Mark* find(std::string_view target) const;
  lsp::Range range_of(const Mark& mark) const;
  // From the beginning of a line to its end.
  lsp::Range range_of_line(size_t line) const;
};
using DocumentPtr = std::shared_ptr<const VirtualDocument>;

}  // namespace nsys_ai

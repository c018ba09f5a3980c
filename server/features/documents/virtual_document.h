// A virtual document, made by the server: its text, and what is where in it.
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

  // What stands at a place. Where a line has one mark, all of the line answers: nobody aims at a cell. Null
  // where the line has none.
  const Mark* mark_at(lsp::Position position) const;
  // The first mark of a target; null where there is none.
  const Mark* find(std::string_view target) const;
  lsp::Range range_of(const Mark& mark) const;
  // From the beginning of a line to its end.
  lsp::Range range_of_line(size_t line) const;
};
using DocumentPtr = std::shared_ptr<const VirtualDocument>;

}  // namespace nsys_ai

// Document links of virtual documents: whatever names something leads to its document.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"

namespace nsys_ai {

namespace {

// Editors draw each link, and an answer is to stay below a megabyte; beyond these, definition leads on.
constexpr size_t kMaxLinks = 2000;

}  // namespace

Result<std::vector<lsp::DocumentLink>> document_link(Session&, const VirtualDocument& document,
                                                     const lsp::DocumentLinkParams&, Call&) {
  std::vector<lsp::DocumentLink> links;
  for (const Mark& mark : document.page.marks) {
    if (links.size() == kMaxLinks) break;
    if (auto source = source_uri_of(mark.target)) {
      links.push_back({document.range_of(mark), std::move(*source), std::nullopt});
      continue;
    }
    const auto place = place_of(*document.profile, mark.target);
    if (!place) continue;
    // A link to the document that one reads would lead nowhere.
    std::string uri = uri_of(place->address);
    if (uri != document.uri) links.push_back({document.range_of(mark), std::move(uri), std::nullopt});
  }
  return links;
}

}  // namespace nsys_ai

// Document links of virtual documents: each name in the text leads to its document.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"

namespace nsys_ai {

namespace {

// Editors draw each link, and an answer must stay below a megabyte; beyond this limit, people follow names by
// definition.
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
    // Skips links to the document itself.
    std::string uri = uri_of(place->address);
    if (uri != document.uri) links.push_back({document.range_of(mark), std::move(uri), std::nullopt});
  }
  return links;
}

}  // namespace nsys_ai

// Folding ranges of virtual documents: the sections that are longer than a line.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"

namespace nsys_ai {

Result<std::vector<lsp::FoldingRange>> document_folding_range(Session&, const VirtualDocument& document,
                                                              const lsp::FoldingRangeParams&, Call&) {
  std::vector<lsp::FoldingRange> folds;
  for (const Section& section : document.page.sections)
    if (section.level > 0 && section.last > section.first)
      folds.push_back({static_cast<uint32_t>(section.first), static_cast<uint32_t>(section.last)});
  return folds;
}

}  // namespace nsys_ai

// Folding ranges of generated documents: the sections that are longer than a line.
#include "features/document_access.h"
#include "features/document_answers.h"

namespace nsys_ai {

Result<std::vector<lsp::FoldingRange>> document_folding_range(Session& session,
                                                              const lsp::FoldingRangeParams& params,
                                                              Call& call) {
  std::vector<lsp::FoldingRange> folds;
  const auto document = document_if_open(session, params.textDocument.uri, call.work());
  if (!document) return tl::unexpected(document.error());
  if (*document == nullptr) return folds;
  for (const Section& section : (*document)->page.sections)
    if (section.level > 0 && section.last > section.first)
      folds.push_back({static_cast<uint32_t>(section.first), static_cast<uint32_t>(section.last)});
  return folds;
}

}  // namespace nsys_ai

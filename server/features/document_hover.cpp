// Hover in generated documents: the card of what a line names.
#include "features/card_memo.h"
#include "features/document_access.h"
#include "features/document_answers.h"
#include "features/session.h"

namespace nsys_ai {

Result<std::optional<lsp::Hover>> document_hover(Session& session, const GeneratedDocument& document,
                                                 const lsp::HoverParams& params, Call&) {
  const Mark* mark = document.mark_at(params.position);
  if (mark == nullptr) return std::nullopt;
  auto markdown = session.cards.card(document.profile, mark->target);
  if (!markdown) return std::nullopt;
  return lsp::Hover{{lsp::MarkupKind::markdown, std::move(*markdown)}, document.range_of(*mark)};
}

}  // namespace nsys_ai

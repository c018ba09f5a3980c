// Hover in generated documents: the card of what a line names.
#include "features/document_answers.h"
#include "features/generated_document.h"
#include "features/session.h"
#include "features/shown_document.h"
#include "view/card.h"

namespace nsys_ai {
namespace {

// Where a line has one mark, all of the line answers: nobody aims at a cell.
const Mark* mark_at(const PageText& page, size_t line, size_t column) {
  const Mark* first = nullptr;
  for (const Mark& mark : page.marks) {
    if (mark.line != line) continue;
    if (column >= mark.begin && column < mark.end) return &mark;
    if (first == nullptr) first = &mark;
  }
  return first;
}

}  // namespace

Result<std::optional<lsp::Hover>> document_hover(Session& session, const lsp::HoverParams& params, Call&) {
  if (const auto address = parse_document_uri(params.textDocument.uri); address && !*address)
    return tl::unexpected(address->error());
  const auto document = shown_document(session, params.textDocument.uri);
  if (!document) return std::nullopt;
  const PageText& page = *document->page;
  const TextDocument& text = document->text;
  const size_t line_start = text.offset({params.position.line, 0});
  const Mark* mark = mark_at(page, params.position.line, text.offset(params.position) - line_start);
  if (mark == nullptr) return std::nullopt;
  auto markdown = card(document->profile(), mark->target);
  if (!markdown) return std::nullopt;
  return lsp::Hover{{lsp::MarkupKind::markdown, std::move(*markdown)}, document->range(*mark)};
}

}  // namespace nsys_ai

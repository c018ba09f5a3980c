// Hover in virtual documents: the card of what a line names.
#include "features/documents/card_cache.h"
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/hover_markup.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {

Result<std::optional<lsp::Hover>> document_hover(Session& session, const VirtualDocument& document,
                                                 const lsp::HoverParams& params, Call&) {
  const Mark* mark = document.mark_at(params.position);
  if (mark == nullptr) return std::nullopt;
  const auto found = target_of_mark(session, document, *mark);
  if (!found) return std::nullopt;
  const auto card = session.cards.card(found->profile, found->target);
  if (!card) return std::nullopt;
  return lsp::Hover{hover_markup(session, *card, *found->profile), document.range_of(*mark)};
}

Result<std::optional<nsys::TargetAtResult>> document_target_at(Session& session,
                                                               const VirtualDocument& document,
                                                               const lsp::HoverParams& params, Call&) {
  const Mark* mark = document.mark_at(params.position);
  if (mark == nullptr) return std::nullopt;
  const auto found = target_of_mark(session, document, *mark);
  if (!found) return std::nullopt;
  const std::filesystem::path& path = found->profile->info().path;
  const auto open = session.library.find_path(path);
  if (!open) return std::nullopt;
  return nsys::TargetAtResult{open->handle, path.string(), found->target};
}

}  // namespace nsys_ai

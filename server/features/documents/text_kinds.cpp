// Registers the answers of all kinds of text as handlers. A method that no kind answers is not announced as a
// capability.
#include "features/documents/text_kind.h"

#include <algorithm>
#include <array>

#include "features/documents/hover_markup.h"
#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"

namespace nsys_ai {
namespace {

template <RequestMethod M>
void attach(Router& router, Session& session, TextAnswer<M> TextKind::*answer, Lane lane = Lane::quick) {
  const auto kinds = text_kinds();
  if (std::ranges::none_of(kinds, [&](const TextKind* kind) { return kind->*answer != nullptr; })) return;
  router.on<M>(
      lane, [&session, answer](const typename M::Params& params, Call& call) -> Result<typename M::Result> {
        for (const TextKind* kind : text_kinds()) {
          if (!kind->is(session, params.textDocument.uri)) continue;
          if (kind->*answer != nullptr) return (kind->*answer)(session, params, call);
          break;
        }
        return typename M::Result{};
      });
}

// LSP has no refresh for hovers, so the card asks the person to hover again.
lsp::Hover hover_again(const Session& session) {
  Card card;
  card.paragraph(emphasised(
      "nsys-ai is still counting: the profile is large, and nobody asked before. Hover again in a moment."));
  return {hover_markup(session, card), std::nullopt};
}

// Registers provisional answers for large profiles, which clients get while the first request counts the
// events.
void answer_provisionally(Router& router, Session& session) {
  router.answer_provisionally<method::CodeLens>(
      [](const lsp::CodeLensParams&, Call&) { return Result<method::CodeLens::Result>({}); },
      code_lens_notifier(session));
  router.answer_provisionally<method::DocumentDiagnostic>(
      [](const lsp::DocumentDiagnosticParams&, Call&) { return Result<method::DocumentDiagnostic::Result>({}); },
      diagnostics_notifier(session));
  router.answer_provisionally<method::Hover>(
      [&session](const lsp::HoverParams&, Call&) {
        return Result<method::Hover::Result>(hover_again(session));
      },
      {[] { return true; }, [] {}});
  router.answer_provisionally<method::InlayHint>(
      [](const lsp::InlayHintParams&, Call&) { return Result<method::InlayHint::Result>({}); },
      inlay_hint_notifier(session));
  router.answer_provisionally<method::SemanticTokensFull>(
      [](const lsp::SemanticTokensParams&, Call&) { return Result<method::SemanticTokensFull::Result>({}); },
      semantic_tokens_notifier(session));
}

}  // namespace

std::span<const TextKind* const> text_kinds() {
  static constexpr std::array kKinds = {&kAskLines, &kVirtualDocuments, &kSkillFiles, &kSourceFiles};
  return kKinds;
}

void attach_text_kinds(Router& router, Session& session) {
  attach<method::CodeAction>(router, session, &TextKind::code_action);
  attach<method::CodeLens>(router, session, &TextKind::code_lens);
  attach<method::Completion>(router, session, &TextKind::completion);
  attach<method::Definition>(router, session, &TextKind::definition);
  attach<method::DocumentDiagnostic>(router, session, &TextKind::diagnostic);
  attach<method::DocumentLink>(router, session, &TextKind::document_link);
  attach<method::DocumentSymbol>(router, session, &TextKind::document_symbol);
  attach<method::FoldingRange>(router, session, &TextKind::folding_range);
  attach<method::Hover>(router, session, &TextKind::hover);
  attach<method::InlayHint>(router, session, &TextKind::inlay_hint);
  // There may be thousands of places; the handler sends them in parts as fast as the client reads them.
  attach<method::References>(router, session, &TextKind::references, Lane::bulk);
  attach<method::SemanticTokensFull>(router, session, &TextKind::semantic_tokens);
  attach<method::TargetAt>(router, session, &TextKind::target_at);
  answer_provisionally(router, session);
}

}  // namespace nsys_ai

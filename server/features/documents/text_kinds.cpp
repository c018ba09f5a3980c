// The kinds of text, and their answers as handlers. A method that no kind answers is no capability.
#include "features/documents/text_kind.h"

#include <algorithm>
#include <array>

#include "features/feature.h"
#include "features/session.h"

namespace nsys_ai::inline features {
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
  // Thousands of places, sent in parts as fast as the client reads them.
  attach<method::References>(router, session, &TextKind::references, Lane::bulk);
  attach<method::SemanticTokensFull>(router, session, &TextKind::semantic_tokens);
}

}  // namespace nsys_ai::inline features

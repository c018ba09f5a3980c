// Virtual documents as a kind of text. Looks up the document of a request for all handlers.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/text_kind.h"

namespace nsys_ai {
namespace {

template <RequestMethod M>
using DocumentAnswer = Result<typename M::Result> (*)(Session&, const VirtualDocument&,
                                                      const typename M::Params&, Call&);

// Returns an empty answer if the profile is not open.
template <RequestMethod M, DocumentAnswer<M> answer>
Result<typename M::Result> of_document(Session& session, const typename M::Params& params, Call& call) {
  // Work without a request starts from the address.
  const auto* asked = call.asked<RequestedDocument>();
  const auto own = asked ? std::nullopt : asked_document(session, params.textDocument.uri);
  const auto document = document_if_open(session, asked ? *asked : *own, call.work());
  if (!document) return tl::unexpected(document.error());
  if (*document == nullptr) return typename M::Result{};
  return answer(session, **document, params, call);
}

}  // namespace

const TextKind kVirtualDocuments = {
    .name = "generated documents",
    .is = [](const Session&, const std::string& uri) { return is_document_uri(uri); },
    .code_action = of_document<method::CodeAction, document_code_action>,
    .code_lens = of_document<method::CodeLens, document_code_lens>,
    .definition = of_document<method::Definition, document_definition>,
    .diagnostic = of_document<method::DocumentDiagnostic, document_diagnostic>,
    .document_link = of_document<method::DocumentLink, document_link>,
    .document_symbol = of_document<method::DocumentSymbol, document_symbol>,
    .folding_range = of_document<method::FoldingRange, document_folding_range>,
    .hover = of_document<method::Hover, document_hover>,
    .inlay_hint = of_document<method::InlayHint, document_inlay_hint>,
    .references = of_document<method::References, document_references>,
    .semantic_tokens = of_document<method::SemanticTokensFull, document_semantic_tokens>,
    .target_at = of_document<method::TargetAt, document_target_at>,
};

}  // namespace nsys_ai

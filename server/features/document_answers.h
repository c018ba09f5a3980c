// What generated documents answer; each function in the file of its name.
#pragma once

#include "features/generated_document.h"
#include "features/text_kind.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeAction>> document_code_action(Session& session, const GeneratedDocument& document,
                                                          const lsp::CodeActionParams& params, Call& call);
Result<std::vector<lsp::CodeLens>> document_code_lens(Session& session, const GeneratedDocument& document,
                                                      const lsp::CodeLensParams& params, Call& call);
Result<lsp::FullDocumentDiagnosticReport> document_diagnostic(Session& session,
                                                              const GeneratedDocument& document,
                                                              const lsp::DocumentDiagnosticParams& params,
                                                              Call& call);
Result<std::vector<lsp::Location>> document_definition(Session& session, const GeneratedDocument& document,
                                                       const lsp::DefinitionParams& params, Call& call);
Result<std::vector<lsp::FoldingRange>> document_folding_range(Session& session,
                                                              const GeneratedDocument& document,
                                                              const lsp::FoldingRangeParams& params,
                                                              Call& call);
Result<std::optional<lsp::Hover>> document_hover(Session& session, const GeneratedDocument& document,
                                                 const lsp::HoverParams& params, Call& call);
Result<std::vector<lsp::InlayHint>> document_inlay_hint(Session& session, const GeneratedDocument& document,
                                                        const lsp::InlayHintParams& params, Call& call);
Result<std::vector<lsp::DocumentLink>> document_link(Session& session, const GeneratedDocument& document,
                                                     const lsp::DocumentLinkParams& params, Call& call);
Result<std::vector<lsp::Location>> document_references(Session& session, const GeneratedDocument& document,
                                                       const lsp::ReferenceParams& params, Call& call);
Result<lsp::SemanticTokens> document_semantic_tokens(Session& session, const GeneratedDocument& document,
                                                     const lsp::SemanticTokensParams& params, Call& call);
Result<std::vector<lsp::DocumentSymbol>> document_symbol(Session& session, const GeneratedDocument& document,
                                                         const lsp::DocumentSymbolParams& params, Call& call);

}  // namespace nsys_ai

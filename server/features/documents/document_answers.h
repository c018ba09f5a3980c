// Answers to requests about virtual documents; each function is defined in the file of its name.
#pragma once

#include "features/documents/text_kind.h"
#include "features/documents/virtual_document.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeAction>> document_code_action(Session& session, const VirtualDocument& document,
                                                          const lsp::CodeActionParams& params, Call& call);
Result<std::vector<lsp::CodeLens>> document_code_lens(Session& session, const VirtualDocument& document,
                                                      const lsp::CodeLensParams& params, Call& call);
Result<lsp::FullDocumentDiagnosticReport> document_diagnostic(Session& session,
                                                              const VirtualDocument& document,
                                                              const lsp::DocumentDiagnosticParams& params,
                                                              Call& call);
Result<std::vector<lsp::Location>> document_definition(Session& session, const VirtualDocument& document,
                                                       const lsp::DefinitionParams& params, Call& call);
Result<std::vector<lsp::FoldingRange>> document_folding_range(Session& session,
                                                              const VirtualDocument& document,
                                                              const lsp::FoldingRangeParams& params,
                                                              Call& call);
Result<std::optional<lsp::Hover>> document_hover(Session& session, const VirtualDocument& document,
                                                 const lsp::HoverParams& params, Call& call);
Result<std::vector<lsp::InlayHint>> document_inlay_hint(Session& session, const VirtualDocument& document,
                                                        const lsp::InlayHintParams& params, Call& call);
Result<std::vector<lsp::DocumentLink>> document_link(Session& session, const VirtualDocument& document,
                                                     const lsp::DocumentLinkParams& params, Call& call);
Result<std::vector<lsp::Location>> document_references(Session& session, const VirtualDocument& document,
                                                       const lsp::ReferenceParams& params, Call& call);
Result<lsp::SemanticTokens> document_semantic_tokens(Session& session, const VirtualDocument& document,
                                                     const lsp::SemanticTokensParams& params, Call& call);
Result<std::vector<lsp::DocumentSymbol>> document_symbol(Session& session, const VirtualDocument& document,
                                                         const lsp::DocumentSymbolParams& params, Call& call);
Result<std::optional<nsys::TargetAtResult>> document_target_at(Session& session,
                                                               const VirtualDocument& document,
                                                               const lsp::HoverParams& params, Call& call);

}  // namespace nsys_ai

// What generated documents answer; each function in the file of its name.
#pragma once

#include "features/text_kind.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeAction>> document_code_action(Session& session,
                                                          const lsp::CodeActionParams& params, Call& call);
Result<std::vector<lsp::CodeLens>> document_code_lens(Session& session, const lsp::CodeLensParams& params,
                                                      Call& call);
Result<lsp::FullDocumentDiagnosticReport> document_diagnostic(Session& session,
                                                              const lsp::DocumentDiagnosticParams& params,
                                                              Call& call);
Result<std::optional<lsp::Hover>> document_hover(Session& session, const lsp::HoverParams& params,
                                                 Call& call);

}  // namespace nsys_ai

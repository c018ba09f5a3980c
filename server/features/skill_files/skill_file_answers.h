// Answers to requests about files of the user's skills; each function is defined in the file of its name.
#pragma once

#include "features/documents/text_kind.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeLens>> skill_file_code_lens(Session& session, const lsp::CodeLensParams& params,
                                                        Call& call);
Result<lsp::CompletionList> skill_file_completion(Session& session, const lsp::CompletionParams& params,
                                                  Call& call);
Result<lsp::FullDocumentDiagnosticReport> skill_file_diagnostic(Session& session,
                                                                const lsp::DocumentDiagnosticParams& params,
                                                                Call& call);
Result<std::optional<lsp::Hover>> skill_file_hover(Session& session, const lsp::HoverParams& params,
                                                   Call& call);

}  // namespace nsys_ai

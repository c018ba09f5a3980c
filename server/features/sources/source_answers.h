// Answers to requests about source files; each function is defined in the file of its name.
#pragma once

#include "features/documents/text_kind.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeAction>> source_code_action(Session& session, const lsp::CodeActionParams& params,
                                                        Call& call);
Result<std::vector<lsp::CodeLens>> source_code_lens(Session& session, const lsp::CodeLensParams& params,
                                                    Call& call);
Result<std::vector<lsp::Location>> source_definition(Session& session, const lsp::DefinitionParams& params,
                                                     Call& call);
Result<std::optional<lsp::Hover>> source_hover(Session& session, const lsp::HoverParams& params, Call& call);
Result<std::optional<nsys::TargetAtResult>> source_target_at(Session& session, const lsp::HoverParams& params,
                                                             Call& call);
Result<std::vector<lsp::InlayHint>> source_inlay_hint(Session& session, const lsp::InlayHintParams& params,
                                                      Call& call);

}  // namespace nsys_ai

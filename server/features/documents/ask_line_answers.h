// Completion in the line where a person types a question.
#pragma once

#include "features/documents/text_kind.h"

namespace nsys_ai {

Result<lsp::CompletionList> ask_line_completion(Session& session, const lsp::CompletionParams& params,
                                                Call& call);

}  // namespace nsys_ai

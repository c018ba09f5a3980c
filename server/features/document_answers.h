// What generated documents answer; each function in the file of its name.
#pragma once

#include "features/text_kind.h"

namespace nsys_ai {

Result<std::optional<lsp::Hover>> document_hover(Session& session, const lsp::HoverParams& params,
                                                 Call& call);

}  // namespace nsys_ai

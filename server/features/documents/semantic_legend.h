// The meaning of the numbers in semantic tokens.
#pragma once

#include "protocol/lsp_language.h"

namespace nsys_ai {

lsp::SemanticTokensLegend semantic_legend();

}  // namespace nsys_ai

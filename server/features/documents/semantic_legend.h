// What the numbers of semantic tokens mean.
#pragma once

#include "protocol/lsp_language.h"

namespace nsys_ai {

lsp::SemanticTokensLegend semantic_legend();

}  // namespace nsys_ai

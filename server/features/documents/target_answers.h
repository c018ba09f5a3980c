// What documents answer about a kind of target, one row a kind; view/targets/target_kinds.h has what a kind
// is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "features/documents/document_locations.h"
#include "protocol/lsp_language.h"
#include "view/targets/target.h"

namespace nsys_ai {

struct TargetAnswers {
  TargetKind kind;
  // The document that tells about it, and where; null where there is none.
  std::optional<DocumentLocation> (*place)(const Profile&, const Target&, std::string_view text) = nullptr;
  lsp::SymbolKind symbol = lsp::SymbolKind::key;  // of a section about it
  // What an event is, in a hint beside it; null where it has none.
  std::string (*hint)(const Profile&, const Target&) = nullptr;
};

const TargetAnswers& answers_about(TargetKind kind);

}  // namespace nsys_ai

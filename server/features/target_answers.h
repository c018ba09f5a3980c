// What documents answer about a kind of target, one row a kind; view/target_kinds.h has what a kind is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "features/document_places.h"
#include "protocol/lsp_language.h"
#include "view/target.h"

namespace nsys_ai {

struct TargetAnswers {
  TargetKind kind;
  // The document that tells about it, and where; null where there is none.
  std::optional<DocumentPlace> (*place)(const Profile&, const Target&, std::string_view text) = nullptr;
  lsp::SymbolKind symbol = lsp::SymbolKind::key;  // of a section about it
  // What an event is, in a hint beside it; null where it has none.
  std::string (*hint)(const Profile&, const Target&) = nullptr;
};

const TargetAnswers& answers_about(TargetKind kind);

}  // namespace nsys_ai

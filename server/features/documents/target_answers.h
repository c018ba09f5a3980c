// The table of how documents present each kind of target; view/targets/target_kinds.h defines the kinds.
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
  // Finds the document that describes the target, and the location in it; null for kinds without a document.
  std::optional<DocumentLocation> (*place)(const Profile&, const Target&, std::string_view text) = nullptr;
  lsp::SymbolKind symbol = lsp::SymbolKind::key;  // of a document section about it
  // Describes an event in an inlay hint; null for kinds without a hint.
  std::string (*hint)(const Profile&, const Target&) = nullptr;
};

const TargetAnswers& answers_about(TargetKind kind);

}  // namespace nsys_ai

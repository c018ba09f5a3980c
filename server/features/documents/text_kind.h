// A kind of text that the server supports, and its answers to requests about such a text.
//
// LSP requests do not say what kind of text they are about; the first kind in the list that accepts the text
// answers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/methods.h"
#include "rpc/router.h"

namespace nsys_ai {

struct Session;

// Answers one method for one kind of text.
template <RequestMethod M>
using TextAnswer = Result<typename M::Result> (*)(Session&, const typename M::Params&, Call&);

// For a method whose answer is null, the server returns an empty result at once.
struct TextKind {
  std::string_view name;
  // Decides by the address, and by the text if the editor has it open; takes microseconds.
  bool (*is)(const Session& session, const std::string& uri);

  TextAnswer<method::CodeAction> code_action = nullptr;
  TextAnswer<method::CodeLens> code_lens = nullptr;
  TextAnswer<method::Completion> completion = nullptr;
  TextAnswer<method::Definition> definition = nullptr;
  TextAnswer<method::DocumentDiagnostic> diagnostic = nullptr;
  TextAnswer<method::DocumentLink> document_link = nullptr;
  TextAnswer<method::DocumentSymbol> document_symbol = nullptr;
  TextAnswer<method::FoldingRange> folding_range = nullptr;
  TextAnswer<method::Hover> hover = nullptr;
  TextAnswer<method::InlayHint> inlay_hint = nullptr;
  TextAnswer<method::References> references = nullptr;
  TextAnswer<method::SemanticTokensFull> semantic_tokens = nullptr;
  TextAnswer<method::TargetAt> target_at = nullptr;
};

// All kinds; text_kinds.cpp lists them.
std::span<const TextKind* const> text_kinds();

extern const TextKind kAskLines;          // ask_lines.cpp
extern const TextKind kVirtualDocuments;  // virtual_documents.cpp
extern const TextKind kSkillFiles;        // skill_files.cpp
extern const TextKind kSourceFiles;       // source_files.cpp

}  // namespace nsys_ai

// A kind of text that the server has something to say about, and what it answers there.
//
// LSP asks about a text without saying what it is; the first kind in the list that has the text answers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/methods.h"
#include "rpc/router.h"

namespace nsys_ai {

struct Session;

// How one method is answered for one kind of text.
template <RequestMethod M>
using TextAnswer = Result<typename M::Result> (*)(Session&, const typename M::Params&, Call&);

// What is null is answered with nothing at once.
struct TextKind {
  std::string_view name;
  // Decides by the address and by the text, where the editor has it open; in microseconds.
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

// All kinds; text_kinds.cpp is the list.
std::span<const TextKind* const> text_kinds();

extern const TextKind kAskLines;          // ask_lines.cpp
extern const TextKind kVirtualDocuments;  // generated_documents.cpp
extern const TextKind kSkillFiles;        // skill_files.cpp
extern const TextKind kSourceFiles;       // source_files.cpp

}  // namespace nsys_ai

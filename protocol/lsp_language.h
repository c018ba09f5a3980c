// LSP's types for language features: lenses, hints, links, symbols, tokens.
#pragma once

#include "protocol/json.h"
#include "protocol/lsp.h"

namespace nsys_ai::lsp {

// The action of a click: the client sends it back with `workspace/executeCommand`.
struct Command {
  std::string title;
  std::string command;
  std::optional<std::vector<Json>> arguments;
};
template <class F>
void fields(Command& v, F& f) {
  f("title", v.title, "What the user reads.");
  f("command", v.command, "Its name.");
  f("arguments", v.arguments, "What it is given.");
}

struct CodeLensParams {
  TextDocumentIdentifier textDocument;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(CodeLensParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct CodeLens {
  Range range;
  std::optional<Command> command;
};
template <class F>
void fields(CodeLens& v, F& f) {
  f("range", v.range, "The line it stands above.");
  f("command", v.command, "What a click does.");
}

struct InlayHintParams {
  TextDocumentIdentifier textDocument;
  Range range;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(InlayHintParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("range", v.range, "The part of the document that is in view.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct InlayHint {
  Position position;
  std::string label;
  std::optional<MarkupContent> tooltip;
  std::optional<bool> paddingLeft;
};
template <class F>
void fields(InlayHint& v, F& f) {
  f("position", v.position, "Where it stands.");
  f("label", v.label, "What the reader sees; not part of the text.");
  f("tooltip", v.tooltip, "What hovering it says.");
  f("paddingLeft", v.paddingLeft, "Whether a blank stands before it.");
}

struct DefinitionParams {
  TextDocumentIdentifier textDocument;
  Position position;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(DefinitionParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("position", v.position, "The place in it.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct ReferenceContext {
  bool includeDeclaration = false;
};
template <class F>
void fields(ReferenceContext& v, F& f) {
  f("includeDeclaration", v.includeDeclaration, "Whether the thing itself counts as well.");
}

struct ReferenceParams {
  TextDocumentIdentifier textDocument;
  Position position;
  ReferenceContext context;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(ReferenceParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("position", v.position, "The place in it.");
  f("context", v.context, "What counts.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct DocumentSymbolParams {
  TextDocumentIdentifier textDocument;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(DocumentSymbolParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

// The kinds that this server uses, numbered as in LSP.
enum class SymbolKind : int32_t {
  file = 1,
  module = 2,
  name_space = 3,
  function = 12,
  array = 18,
  key = 20,
  event = 24
};

// A part of a document; the ranges of its parts are inside its own.
struct DocumentSymbol {
  std::string name;
  std::optional<std::string> detail;
  SymbolKind kind = SymbolKind::file;
  Range range;
  Range selectionRange;
  std::optional<std::vector<DocumentSymbol>> children;
};
template <class F>
void fields(DocumentSymbol& v, F& f) {
  f("name", v.name, "What the outline shows.");
  f("detail", v.detail, "Its number, beside the name.");
  f("kind", v.kind, "12 function (a kernel), 3 namespace (a section), 24 event (a range), ...");
  f("range", v.range, "All of it.");
  f("selectionRange", v.selectionRange, "What is shown when it is chosen.");
  f("children", v.children, "Its parts, in their order.");
}

struct WorkspaceSymbolParams {
  std::string query;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(WorkspaceSymbolParams& v, F& f) {
  f("query", v.query, "What the names are to hold; empty for all.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct WorkspaceSymbol {
  std::string name;
  SymbolKind kind = SymbolKind::file;
  std::optional<std::string> containerName;
  Location location;
};
template <class F>
void fields(WorkspaceSymbol& v, F& f) {
  f("name", v.name, "The name.");
  f("kind", v.kind, "12 function (a kernel), 24 event (a range).");
  f("containerName", v.containerName, "What it belongs to, with its number.");
  f("location", v.location, "Where it is described.");
}

struct FoldingRangeParams {
  TextDocumentIdentifier textDocument;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(FoldingRangeParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct FoldingRange {
  uint32_t startLine = 0;
  uint32_t endLine = 0;
};
template <class F>
void fields(FoldingRange& v, F& f) {
  f("startLine", v.startLine, "The line that stays.");
  f("endLine", v.endLine, "The last line that goes.");
}

struct DocumentLinkParams {
  TextDocumentIdentifier textDocument;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(DocumentLinkParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct DocumentLink {
  Range range;
  std::optional<std::string> target;
  std::optional<std::string> tooltip;
};
template <class F>
void fields(DocumentLink& v, F& f) {
  f("range", v.range, "What can be clicked.");
  f("target", v.target, "Where it leads.");
  f("tooltip", v.tooltip, "What hovering it says.");
}

struct SemanticTokensParams {
  TextDocumentIdentifier textDocument;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(SemanticTokensParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct SemanticTokensLegend {
  std::vector<std::string> tokenTypes;
  std::vector<std::string> tokenModifiers;
};
template <class F>
void fields(SemanticTokensLegend& v, F& f) {
  f("tokenTypes", v.tokenTypes, "The types, by number.");
  f("tokenModifiers", v.tokenModifiers, "The modifiers, by bit.");
}

struct SemanticTokens {
  std::vector<uint32_t> data;
};
template <class F>
void fields(SemanticTokens& v, F& f) {
  f("data", v.data,
    "Five numbers a token: lines and characters since the one before, length, type, modifiers.");
}

}  // namespace nsys_ai::lsp

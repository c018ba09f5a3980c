// LSP's types for what a server says of a text: lenses, hints, links, symbols, diagnostics, completion.
#pragma once

#include "protocol/json.h"
#include "protocol/lsp.h"

namespace nsys_ai::lsp {

// Something that a click does: sent back with `workspace/executeCommand`.
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

// A part of a document; its parts are inside its range.
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
  f("location", v.location, "Where it is told about.");
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

struct DocumentDiagnosticParams {
  TextDocumentIdentifier textDocument;
  std::optional<std::string> identifier;
  std::optional<std::string> previousResultId;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(DocumentDiagnosticParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("identifier", v.identifier, "Which provider is asked.");
  f("previousResultId", v.previousResultId, "The result that the client has.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

enum class DiagnosticSeverity : int32_t { error = 1, warning = 2, information = 3, hint = 4 };

struct CodeDescription {
  std::string href;
};
template <class F>
void fields(CodeDescription& v, F& f) {
  f("href", v.href, "A page that explains it.");
}

// What is wrong at a place.
struct Diagnostic {
  Range range;
  DiagnosticSeverity severity = DiagnosticSeverity::information;
  std::optional<std::string> code;
  std::optional<CodeDescription> codeDescription;
  std::string source;
  std::string message;
  std::optional<Json> data;
};
template <class F>
void fields(Diagnostic& v, F& f) {
  f("range", v.range, "The place.");
  f("severity", v.severity, "1 error, 2 warning, 3 information, 4 hint.");
  f("code", v.code, "What it is called.");
  f("codeDescription", v.codeDescription, "Where more is said.");
  f("source", v.source, "Who says so.");
  f("message", v.message, "What the user reads.");
  f("data", v.data, "Handed back with code actions.");
}

// All that is wrong in a document.
struct FullDocumentDiagnosticReport {
  std::string kind = "full";
  std::vector<Diagnostic> items;
};
template <class F>
void fields(FullDocumentDiagnosticReport& v, F& f) {
  f("kind", v.kind, "full");
  f("items", v.items, "By place.");
}

struct PublishDiagnosticsParams {
  std::string uri;
  std::optional<int32_t> version;
  std::vector<Diagnostic> diagnostics;
};
template <class F>
void fields(PublishDiagnosticsParams& v, F& f) {
  f("uri", v.uri, "The document.");
  f("version", v.version, "The version of its text.");
  f("diagnostics", v.diagnostics, "All that is wrong in it.");
}

// A diagnostic as a client hands it back: what others said as well.
struct IncomingDiagnostic {
  Range range;
  std::optional<Json> code;
  std::optional<std::string> source;
  std::optional<std::string> message;
  std::optional<Json> data;
};
template <class F>
void fields(IncomingDiagnostic& v, F& f) {
  f("range", v.range, "The place.");
  f("code", v.code, "What it is called.");
  f("source", v.source, "Who said so.");
  f("message", v.message, "What the user reads.");
  f("data", v.data, "What the server attached.");
}

struct CodeActionContext {
  std::vector<IncomingDiagnostic> diagnostics;
  std::optional<std::vector<std::string>> only;
};
template <class F>
void fields(CodeActionContext& v, F& f) {
  f("diagnostics", v.diagnostics, "Those at the place.");
  f("only", v.only, "The kinds that are wanted; all where it is left out.");
}

struct CodeActionParams {
  TextDocumentIdentifier textDocument;
  Range range;
  CodeActionContext context;
  std::optional<Token> workDoneToken;
  std::optional<Token> partialResultToken;
};
template <class F>
void fields(CodeActionParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("range", v.range, "The place.");
  f("context", v.context, "What is known of it.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
}

struct CodeAction {
  std::string title;
  std::optional<std::string> kind;
  std::optional<std::vector<Diagnostic>> diagnostics;
  std::optional<bool> isPreferred;
  std::optional<Command> command;
};
template <class F>
void fields(CodeAction& v, F& f) {
  f("title", v.title, "What the user reads.");
  f("kind", v.kind, "quickfix, or empty for what changes nothing.");
  f("diagnostics", v.diagnostics, "What it answers.");
  f("isPreferred", v.isPreferred, "Whether it is what most would choose.");
  f("command", v.command, "What choosing it does.");
}

struct ExecuteCommandParams {
  std::string command;
  std::optional<std::vector<Json>> arguments;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(ExecuteCommandParams& v, F& f) {
  f("command", v.command, "Its name.");
  f("arguments", v.arguments, "What it is given.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct CompletionParams {
  TextDocumentIdentifier textDocument;
  Position position;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(CompletionParams& v, F& f) {
  f("textDocument", v.textDocument, "The document.");
  f("position", v.position, "The place in it.");
  f("partialResultToken", v.partialResultToken, "Asks for the result in parts under this token.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

// The kinds that this server uses, numbered as in LSP.
enum class CompletionItemKind : int32_t {
  text = 1,
  function = 3,
  field = 5,
  class_ = 7,
  module = 9,
  keyword = 14,
  event = 23
};

struct TextEdit {
  Range range;
  std::string newText;
};
template <class F>
void fields(TextEdit& v, F& f) {
  f("range", v.range, "What is replaced.");
  f("newText", v.newText, "What takes its place.");
}

struct CompletionItem {
  std::string label;
  CompletionItemKind kind = CompletionItemKind::text;
  std::optional<std::string> detail;
  std::optional<MarkupContent> documentation;
  std::optional<std::string> sortText;
  std::optional<std::string> filterText;
  std::optional<TextEdit> textEdit;
};
template <class F>
void fields(CompletionItem& v, F& f) {
  f("label", v.label, "What the list shows.");
  f("kind", v.kind, "3 function, 5 field, 7 class (a table), 14 keyword, 23 event (a range).");
  f("detail", v.detail, "Beside it.");
  f("documentation", v.documentation, "What is said of it.");
  f("sortText", v.sortText, "Sorts the list.");
  f("filterText", v.filterText, "What is compared with what was typed.");
  f("textEdit", v.textEdit, "What choosing it does.");
}

struct CompletionList {
  bool isIncomplete = false;
  std::vector<CompletionItem> items;
};
template <class F>
void fields(CompletionList& v, F& f) {
  f("isIncomplete", v.isIncomplete, "Whether typing on may bring others.");
  f("items", v.items, "The best first.");
}

}  // namespace nsys_ai::lsp

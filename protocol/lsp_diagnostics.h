// LSP's types for diagnostics, code actions and completion.
#pragma once

#include "protocol/lsp_language.h"

namespace nsys_ai::lsp {

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

// A problem at a position.
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

// All problems in a document.
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

// A diagnostic as a client sends it back; it may come from another server.
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

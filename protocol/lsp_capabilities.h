// LSP's types for the capabilities of both sides, which `initialize` negotiates.
#pragma once

#include "protocol/lsp_diagnostics.h"

namespace nsys_ai::lsp {

struct GeneralClientCapabilities {
  std::optional<std::vector<std::string>> positionEncodings;
};
template <class F>
void fields(GeneralClientCapabilities& v, F& f) {
  f("positionEncodings", v.positionEncodings, "The position encodings that the client can use, best first.");
}

struct ShowDocumentClientCapabilities {
  bool support = false;
};
template <class F>
void fields(ShowDocumentClientCapabilities& v, F& f) {
  f("support", v.support, "Whether the client shows documents that the server names.");
}

struct WindowClientCapabilities {
  std::optional<bool> workDoneProgress;
  std::optional<ShowDocumentClientCapabilities> showDocument;
};
template <class F>
void fields(WindowClientCapabilities& v, F& f) {
  f("workDoneProgress", v.workDoneProgress, "Whether the server may begin progress of its own.");
  f("showDocument", v.showDocument, "What of window/showDocument it has.");
}

struct RefreshClientCapabilities {
  std::optional<bool> refreshSupport;
};
template <class F>
void fields(RefreshClientCapabilities& v, F& f) {
  f("refreshSupport", v.refreshSupport, "Whether the server may say that what it answered is out of date.");
}

struct DynamicClientCapabilities {
  std::optional<bool> dynamicRegistration;
};
template <class F>
void fields(DynamicClientCapabilities& v, F& f) {
  f("dynamicRegistration", v.dynamicRegistration, "Whether the server may register later.");
}

struct WorkspaceClientCapabilities {
  std::optional<bool> applyEdit;
  std::optional<RefreshClientCapabilities> codeLens;
  std::optional<DynamicClientCapabilities> didChangeConfiguration;
  std::optional<RefreshClientCapabilities> diagnostics;
  std::optional<RefreshClientCapabilities> inlayHint;
  std::optional<RefreshClientCapabilities> semanticTokens;
  std::optional<DynamicClientCapabilities> textDocumentContent;
};
template <class F>
void fields(WorkspaceClientCapabilities& v, F& f) {
  f("applyEdit", v.applyEdit, "Whether it changes documents when the server asks for it.");
  f("codeLens", v.codeLens, "What of code lenses it has.");
  f("didChangeConfiguration", v.didChangeConfiguration, "What of changes of settings it has.");
  f("diagnostics", v.diagnostics, "What of diagnostics that it asks for it has.");
  f("inlayHint", v.inlayHint, "What of inlay hints it has.");
  f("semanticTokens", v.semanticTokens, "What of semantic tokens it has.");
  f("textDocumentContent", v.textDocumentContent, "What of documents that the server makes it has.");
}

struct HoverClientCapabilities {
  std::optional<std::vector<std::string>> contentFormat;
};
template <class F>
void fields(HoverClientCapabilities& v, F& f) {
  f("contentFormat", v.contentFormat, "The kinds of markup that it shows in a hover, best first.");
}

struct TextDocumentClientCapabilities {
  std::optional<DynamicClientCapabilities> diagnostic;
  std::optional<HoverClientCapabilities> hover;
};
template <class F>
void fields(TextDocumentClientCapabilities& v, F& f) {
  f("diagnostic", v.diagnostic, "Whether it asks for diagnostics; else they are sent to it.");
  f("hover", v.hover, "What of hovers it has.");
}

struct ClientCapabilities {
  std::optional<GeneralClientCapabilities> general;
  std::optional<TextDocumentClientCapabilities> textDocument;
  std::optional<WindowClientCapabilities> window;
  std::optional<WorkspaceClientCapabilities> workspace;
};
template <class F>
void fields(ClientCapabilities& v, F& f) {
  f("general", v.general, "What concerns the protocol as a whole.");
  f("textDocument", v.textDocument, "What concerns documents.");
  f("window", v.window, "What concerns the editor's window.");
  f("workspace", v.workspace, "What concerns the workspace.");
}

enum class TextDocumentSyncKind : int32_t { none = 0, full = 1, incremental = 2 };

struct TextDocumentSyncOptions {
  bool openClose = true;
  TextDocumentSyncKind change = TextDocumentSyncKind::incremental;
};
template <class F>
void fields(TextDocumentSyncOptions& v, F& f) {
  f("openClose", v.openClose, "Whether the server wants to know of documents that are opened and closed.");
  f("change", v.change, "How changes are sent: 0 not at all, 1 as whole texts, 2 as edits.");
}

struct TextDocumentContentOptions {
  std::vector<std::string> schemes;
};
template <class F>
void fields(TextDocumentContentOptions& v, F& f) {
  f("schemes", v.schemes, "The schemes of the documents that the server makes.");
}

struct WorkspaceFoldersServerCapabilities {
  bool supported = true;
  bool changeNotifications = true;
};
template <class F>
void fields(WorkspaceFoldersServerCapabilities& v, F& f) {
  f("supported", v.supported, "Whether the server knows of several folders.");
  f("changeNotifications", v.changeNotifications, "Whether it wants to be notified of changes.");
}

struct WorkspaceServerCapabilities {
  std::optional<TextDocumentContentOptions> textDocumentContent;
  std::optional<WorkspaceFoldersServerCapabilities> workspaceFolders;
};
template <class F>
void fields(WorkspaceServerCapabilities& v, F& f) {
  f("textDocumentContent", v.textDocumentContent, "The documents that the server makes.");
  f("workspaceFolders", v.workspaceFolders, "What the server wants to know of folders.");
}

struct CodeLensOptions {
  bool resolveProvider = false;
};
template <class F>
void fields(CodeLensOptions& v, F& f) {
  f("resolveProvider", v.resolveProvider, "Whether lenses come in two steps.");
}

struct DocumentLinkOptions {
  bool resolveProvider = false;
};
template <class F>
void fields(DocumentLinkOptions& v, F& f) {
  f("resolveProvider", v.resolveProvider, "Whether links come in two steps.");
}

struct CompletionOptions {
  std::vector<std::string> triggerCharacters;
};
template <class F>
void fields(CompletionOptions& v, F& f) {
  f("triggerCharacters", v.triggerCharacters, "What asks for completion when it is typed.");
}

struct ExecuteCommandOptions {
  std::vector<std::string> commands;
};
template <class F>
void fields(ExecuteCommandOptions& v, F& f) {
  f("commands", v.commands, "The commands that the server carries out.");
}

struct SemanticTokensOptions {
  SemanticTokensLegend legend;
  bool full = true;
};
template <class F>
void fields(SemanticTokensOptions& v, F& f) {
  f("legend", v.legend, "What the numbers of tokens mean.");
  f("full", v.full, "Whether whole documents are answered.");
}

struct DiagnosticOptions {
  std::string identifier = "nsys-ai";
  bool interFileDependencies = true;
  bool workspaceDiagnostics = false;
};
template <class F>
void fields(DiagnosticOptions& v, F& f) {
  f("identifier", v.identifier, "Names the provider.");
  f("interFileDependencies", v.interFileDependencies,
    "Whether one document may change what is wrong in another.");
  f("workspaceDiagnostics", v.workspaceDiagnostics, "Whether the whole workspace can be asked for.");
}

struct NsysAiCapabilities {
  std::string protocolVersion;
  std::vector<std::string> methods;
};
template <class F>
void fields(NsysAiCapabilities& v, F& f) {
  f("protocolVersion", v.protocolVersion, "The version of the nsys/ methods.");
  f("methods", v.methods, "The nsys/ methods that this server answers.");
}

struct ExperimentalServerCapabilities {
  NsysAiCapabilities nsysAi;
};
template <class F>
void fields(ExperimentalServerCapabilities& v, F& f) {
  f("nsysAi", v.nsysAi, "What this server can do beyond LSP.");
}

struct ServerCapabilities {
  std::string positionEncoding;
  TextDocumentSyncOptions textDocumentSync;
  std::optional<bool> codeActionProvider;
  std::optional<CodeLensOptions> codeLensProvider;
  std::optional<CompletionOptions> completionProvider;
  std::optional<bool> definitionProvider;
  std::optional<DiagnosticOptions> diagnosticProvider;
  std::optional<DocumentLinkOptions> documentLinkProvider;
  std::optional<bool> documentSymbolProvider;
  std::optional<ExecuteCommandOptions> executeCommandProvider;
  std::optional<bool> foldingRangeProvider;
  std::optional<bool> hoverProvider;
  std::optional<bool> inlayHintProvider;
  std::optional<bool> referencesProvider;
  std::optional<SemanticTokensOptions> semanticTokensProvider;
  std::optional<bool> workspaceSymbolProvider;
  std::optional<WorkspaceServerCapabilities> workspace;
  ExperimentalServerCapabilities experimental;
};
template <class F>
void fields(ServerCapabilities& v, F& f) {
  f("positionEncoding", v.positionEncoding,
    "What a character of a position counts: utf-8, utf-16 or utf-32 units.");
  f("textDocumentSync", v.textDocumentSync, "What the server wants to know of open documents.");
  f("codeActionProvider", v.codeActionProvider, "Whether code actions are answered.");
  f("codeLensProvider", v.codeLensProvider, "How code lenses are answered.");
  f("completionProvider", v.completionProvider, "How completion is answered.");
  f("definitionProvider", v.definitionProvider, "Whether definitions are answered.");
  f("diagnosticProvider", v.diagnosticProvider, "How diagnostics are answered.");
  f("documentLinkProvider", v.documentLinkProvider, "How links are answered.");
  f("documentSymbolProvider", v.documentSymbolProvider, "Whether outlines are answered.");
  f("executeCommandProvider", v.executeCommandProvider, "What commands are carried out.");
  f("foldingRangeProvider", v.foldingRangeProvider, "Whether folds are answered.");
  f("hoverProvider", v.hoverProvider, "Whether hovers are answered.");
  f("inlayHintProvider", v.inlayHintProvider, "Whether hints are answered.");
  f("referencesProvider", v.referencesProvider, "Whether references are answered.");
  f("semanticTokensProvider", v.semanticTokensProvider, "How semantic tokens are answered.");
  f("workspaceSymbolProvider", v.workspaceSymbolProvider, "Whether the workspace's symbols are answered.");
  f("workspace", v.workspace, "What concerns the workspace.");
  f("experimental", v.experimental, "What LSP does not know.");
}

}  // namespace nsys_ai::lsp

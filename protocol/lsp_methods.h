// The messages of LSP that this server receives or sends, by name.
#pragma once

#include "protocol/lsp.h"
#include "protocol/lsp_client.h"
#include "protocol/lsp_session.h"
#include "protocol/method.h"

namespace nsys_ai::method {

struct CancelRequest : FromEither {
  using Params = lsp::CancelParams;
  static constexpr std::string_view kMethod = "$/cancelRequest";
  static constexpr std::string_view kDoc =
      "The answer is no longer wanted; the request fails with -32800 at once.";
};

struct Progress : FromServer {
  using Params = lsp::ProgressParams;
  static constexpr std::string_view kMethod = "$/progress";
  static constexpr std::string_view kDoc = "How far long work is.";
};

struct SetTrace : FromClient {
  using Params = lsp::SetTraceParams;
  static constexpr std::string_view kMethod = "$/setTrace";
  static constexpr std::string_view kDoc = "How much the server reports about itself.";
};

struct RegisterCapability : FromServer {
  using Params = lsp::RegistrationParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "client/registerCapability";
  static constexpr std::string_view kDoc = "What the server can do beside what `initialize` said.";
};

struct Exit : FromClient {
  using Params = Nothing;
  static constexpr std::string_view kMethod = "exit";
  static constexpr std::string_view kDoc = "Ends the process: with 0 after `shutdown`, with 1 without.";
};

struct Initialize : FromClient {
  using Params = lsp::InitializeParams;
  using Result = lsp::InitializeResult;
  static constexpr std::string_view kMethod = "initialize";
  static constexpr std::string_view kDoc = "Begins the session and agrees on what both sides can do.";
};

struct Initialized : FromClient {
  using Params = lsp::InitializedParams;
  static constexpr std::string_view kMethod = "initialized";
  static constexpr std::string_view kDoc = "The client has read the answer to `initialize`.";
};

struct Shutdown : FromClient {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "shutdown";
  static constexpr std::string_view kDoc = "Ends the session; the process stays until `exit`.";
};

struct CodeAction : FromClient {
  using Params = lsp::CodeActionParams;
  using Result = std::vector<lsp::CodeAction>;
  static constexpr std::string_view kMethod = "textDocument/codeAction";
  static constexpr std::string_view kDoc = "What can be done about what is wrong.";
  static constexpr bool kLatestPerDocument = true;
};

struct CodeLens : FromClient {
  using Params = lsp::CodeLensParams;
  using Result = std::vector<lsp::CodeLens>;
  static constexpr std::string_view kMethod = "textDocument/codeLens";
  static constexpr std::string_view kDoc = "What can be done with the lines of a document.";
  static constexpr bool kLatestPerDocument = true;
};

struct Completion : FromClient {
  using Params = lsp::CompletionParams;
  using Result = lsp::CompletionList;
  static constexpr std::string_view kMethod = "textDocument/completion";
  static constexpr std::string_view kDoc = "What may stand at a place.";
  static constexpr bool kLatestPerDocument = true;
};

struct Definition : FromClient {
  using Params = lsp::DefinitionParams;
  using Result = std::vector<lsp::Location>;
  static constexpr std::string_view kMethod = "textDocument/definition";
  static constexpr std::string_view kDoc = "Where the named target is described, or written.";
  static constexpr bool kLatestPerDocument = true;
};

struct DocumentDiagnostic : FromClient {
  using Params = lsp::DocumentDiagnosticParams;
  using Result = lsp::FullDocumentDiagnosticReport;
  static constexpr std::string_view kMethod = "textDocument/diagnostic";
  static constexpr std::string_view kDoc = "What is wrong in a document: findings, and mistakes in skills.";
  static constexpr bool kLatestPerDocument = true;
};

struct DidChange : FromClient {
  using Params = lsp::DidChangeTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didChange";
  static constexpr std::string_view kDoc = "A document's text changed.";
};

struct DidClose : FromClient {
  using Params = lsp::DidCloseTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didClose";
  static constexpr std::string_view kDoc = "A document was closed.";
};

struct DidOpen : FromClient {
  using Params = lsp::DidOpenTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didOpen";
  static constexpr std::string_view kDoc = "A document was opened.";
};

struct DocumentLink : FromClient {
  using Params = lsp::DocumentLinkParams;
  using Result = std::vector<lsp::DocumentLink>;
  static constexpr std::string_view kMethod = "textDocument/documentLink";
  static constexpr std::string_view kDoc = "What in a document leads elsewhere.";
  static constexpr bool kLatestPerDocument = true;
};

struct DocumentSymbol : FromClient {
  using Params = lsp::DocumentSymbolParams;
  using Result = std::vector<lsp::DocumentSymbol>;
  static constexpr std::string_view kMethod = "textDocument/documentSymbol";
  static constexpr std::string_view kDoc = "The outline of a document.";
  static constexpr bool kLatestPerDocument = true;
};

struct FoldingRange : FromClient {
  using Params = lsp::FoldingRangeParams;
  using Result = std::vector<lsp::FoldingRange>;
  static constexpr std::string_view kMethod = "textDocument/foldingRange";
  static constexpr std::string_view kDoc = "What of a document can be folded.";
  static constexpr bool kLatestPerDocument = true;
};

struct Hover : FromClient {
  using Params = lsp::HoverParams;
  using Result = std::optional<lsp::Hover>;
  static constexpr std::string_view kMethod = "textDocument/hover";
  static constexpr std::string_view kDoc = "What is to be said about a place in a document.";
  static constexpr bool kLatestPerDocument = true;
};

struct InlayHint : FromClient {
  using Params = lsp::InlayHintParams;
  using Result = std::vector<lsp::InlayHint>;
  static constexpr std::string_view kMethod = "textDocument/inlayHint";
  static constexpr std::string_view kDoc = "Numbers that stand in a text without being part of it.";
  static constexpr bool kLatestPerDocument = true;
};

struct PublishDiagnostics : FromServer {
  using Params = lsp::PublishDiagnosticsParams;
  static constexpr std::string_view kMethod = "textDocument/publishDiagnostics";
  static constexpr std::string_view kDoc = "What is wrong in a document, for clients that do not ask.";
};

struct References : FromClient {
  using Params = lsp::ReferenceParams;
  using Result = std::vector<lsp::Location>;
  static constexpr std::string_view kMethod = "textDocument/references";
  static constexpr std::string_view kDoc = "Every event of what is named.";
};

struct SemanticTokensFull : FromClient {
  using Params = lsp::SemanticTokensParams;
  using Result = lsp::SemanticTokens;
  static constexpr std::string_view kMethod = "textDocument/semanticTokens/full";
  static constexpr std::string_view kDoc = "What the words of a document are.";
  static constexpr bool kLatestPerDocument = true;
};

struct ApplyEdit : FromServer {
  using Params = lsp::ApplyWorkspaceEditParams;
  using Result = lsp::ApplyWorkspaceEditResult;
  static constexpr std::string_view kMethod = "workspace/applyEdit";
  static constexpr std::string_view kDoc = "Changes the text of documents.";
};

struct ShowDocument : FromServer {
  using Params = lsp::ShowDocumentParams;
  using Result = lsp::ShowDocumentResult;
  static constexpr std::string_view kMethod = "window/showDocument";
  static constexpr std::string_view kDoc = "Shows a document, or an address in the browser.";
};

struct ShowMessage : FromServer {
  using Params = lsp::ShowMessageParams;
  static constexpr std::string_view kMethod = "window/showMessage";
  static constexpr std::string_view kDoc = "A message to the user.";
};

struct WorkDoneProgressCancel : FromClient {
  using Params = lsp::WorkDoneProgressCancelParams;
  static constexpr std::string_view kMethod = "window/workDoneProgress/cancel";
  static constexpr std::string_view kDoc = "The user stopped the work behind a progress.";
};

struct WorkDoneProgressCreate : FromServer {
  using Params = lsp::WorkDoneProgressCreateParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "window/workDoneProgress/create";
  static constexpr std::string_view kDoc = "Asks the client to show progress that no request asked for.";
};

struct CodeLensRefresh : FromServer {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/codeLens/refresh";
  static constexpr std::string_view kDoc = "The lenses changed.";
};

struct DiagnosticRefresh : FromServer {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/diagnostic/refresh";
  static constexpr std::string_view kDoc = "What is wrong changed.";
};

struct DidChangeConfiguration : FromClient {
  using Params = lsp::DidChangeConfigurationParams;
  static constexpr std::string_view kMethod = "workspace/didChangeConfiguration";
  static constexpr std::string_view kDoc = "Settings of the server changed.";
};

struct DidChangeWorkspaceFolders : FromClient {
  using Params = lsp::DidChangeWorkspaceFoldersParams;
  static constexpr std::string_view kMethod = "workspace/didChangeWorkspaceFolders";
  static constexpr std::string_view kDoc = "Folders came to the workspace, or went.";
};

struct ExecuteCommand : FromClient {
  using Params = lsp::ExecuteCommandParams;
  using Result = Json;
  static constexpr std::string_view kMethod = "workspace/executeCommand";
  static constexpr std::string_view kDoc = "Does what a lens or an action names.";
  static constexpr std::string_view kTitle = "Working";
};

struct InlayHintRefresh : FromServer {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/inlayHint/refresh";
  static constexpr std::string_view kDoc = "The hints changed.";
};

struct SemanticTokensRefresh : FromServer {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/semanticTokens/refresh";
  static constexpr std::string_view kDoc = "What the words are changed.";
};

struct WorkspaceSymbol : FromClient {
  using Params = lsp::WorkspaceSymbolParams;
  using Result = std::vector<lsp::WorkspaceSymbol>;
  static constexpr std::string_view kMethod = "workspace/symbol";
  static constexpr std::string_view kDoc = "Kernels and NVTX ranges of the active profile by name.";
};

struct TextDocumentContent : FromClient {
  using Params = lsp::TextDocumentContentParams;
  using Result = lsp::TextDocumentContentResult;
  static constexpr std::string_view kMethod = "workspace/textDocumentContent";
  static constexpr std::string_view kDoc = "The text of a document that the server makes.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct TextDocumentContentRefresh : FromServer {
  using Params = lsp::TextDocumentContentRefreshParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/textDocumentContent/refresh";
  static constexpr std::string_view kDoc = "A document that the server makes has a new text.";
};

}  // namespace nsys_ai::method

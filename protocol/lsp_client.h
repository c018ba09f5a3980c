// LSP's types for the server's requests to the client, and for the client's reports about its workspace.
#pragma once

#include "protocol/json.h"
#include "protocol/lsp_diagnostics.h"
#include "protocol/lsp_session.h"

namespace nsys_ai::lsp {

struct ShowDocumentParams {
  std::string uri;
  std::optional<bool> external;
  std::optional<bool> takeFocus;
  std::optional<Range> selection;
};
template <class F>
void fields(ShowDocumentParams& v, F& f) {
  f("uri", v.uri, "The document, or an address for the browser.");
  f("external", v.external, "Whether it is for another program: the browser.");
  f("takeFocus", v.takeFocus, "Whether the editor is to go there.");
  f("selection", v.selection, "The place in it.");
}

struct ShowDocumentResult {
  bool success = false;
};
template <class F>
void fields(ShowDocumentResult& v, F& f) {
  f("success", v.success, "Whether it was shown.");
}

struct VersionedDocument {
  std::string uri;
  std::optional<int32_t> version;
};
template <class F>
void fields(VersionedDocument& v, F& f) {
  f("uri", v.uri, "The document.");
  f("version", v.version, "The version of its text that the places are of.");
}

struct TextDocumentEdit {
  VersionedDocument textDocument;
  std::vector<TextEdit> edits;
};
template <class F>
void fields(TextDocumentEdit& v, F& f) {
  f("textDocument", v.textDocument, "What changes.");
  f("edits", v.edits, "What is replaced in it, by place.");
}

struct WorkspaceEdit {
  std::vector<TextDocumentEdit> documentChanges;
};
template <class F>
void fields(WorkspaceEdit& v, F& f) {
  f("documentChanges", v.documentChanges, "The change of each document.");
}

struct ApplyWorkspaceEditParams {
  std::optional<std::string> label;
  WorkspaceEdit edit;
};
template <class F>
void fields(ApplyWorkspaceEditParams& v, F& f) {
  f("label", v.label, "What undoing it is called.");
  f("edit", v.edit, "The change.");
}

struct ApplyWorkspaceEditResult {
  bool applied = false;
};
template <class F>
void fields(ApplyWorkspaceEditResult& v, F& f) {
  f("applied", v.applied, "Whether the text changed.");
}

struct Registration {
  std::string id;
  std::string method;
  std::optional<Json> registerOptions;
};
template <class F>
void fields(Registration& v, F& f) {
  f("id", v.id, "Names it when it is taken back.");
  f("method", v.method, "The method that the server now answers.");
  f("registerOptions", v.registerOptions, "For which documents, and how.");
}

struct RegistrationParams {
  std::vector<Registration> registrations;
};
template <class F>
void fields(RegistrationParams& v, F& f) {
  f("registrations", v.registrations, "What the server can do beside what `initialize` said.");
}

struct DidChangeConfigurationParams {
  Json settings;
};
template <class F>
void fields(DidChangeConfigurationParams& v, F& f) {
  f("settings", v.settings, "All settings, or null where the server is to ask for them.");
}

struct WorkspaceFoldersChangeEvent {
  std::vector<WorkspaceFolder> added;
  std::vector<WorkspaceFolder> removed;
};
template <class F>
void fields(WorkspaceFoldersChangeEvent& v, F& f) {
  f("added", v.added, "Those that came.");
  f("removed", v.removed, "Those that went.");
}

struct DidChangeWorkspaceFoldersParams {
  WorkspaceFoldersChangeEvent event;
};
template <class F>
void fields(DidChangeWorkspaceFoldersParams& v, F& f) {
  f("event", v.event, "What changed.");
}

}  // namespace nsys_ai::lsp

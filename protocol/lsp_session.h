// LSP's types for the life of a session: initialize, cancel, progress, messages to the user.
#pragma once

#include "protocol/json.h"
#include "protocol/lsp_capabilities.h"

namespace nsys_ai::lsp {

struct ClientInfo {
  std::string name;
  std::optional<std::string> version;
};
template <class F>
void fields(ClientInfo& v, F& f) {
  f("name", v.name, "The client's name.");
  f("version", v.version, "The client's version.");
}

struct WorkspaceFolder {
  std::string uri;
  std::string name;
};
template <class F>
void fields(WorkspaceFolder& v, F& f) {
  f("uri", v.uri, "The folder.");
  f("name", v.name, "Its name in the editor.");
}

struct InitializeParams {
  std::optional<int64_t> processId;
  std::optional<ClientInfo> clientInfo;
  std::optional<std::string> rootUri;
  ClientCapabilities capabilities;
  std::optional<std::vector<WorkspaceFolder>> workspaceFolders;
  std::optional<Json> initializationOptions;
};
template <class F>
void fields(InitializeParams& v, F& f) {
  f("processId", v.processId, "The client's process; the server exits when it is gone.");
  f("clientInfo", v.clientInfo, "Who asks.");
  f("rootUri", v.rootUri, "The workspace, where it has one folder.");
  f("capabilities", v.capabilities, "What the client can do.");
  f("workspaceFolders", v.workspaceFolders, "The folders of the workspace.");
  f("initializationOptions", v.initializationOptions, "Settings of this server.");
}

struct ServerInfo {
  std::string name;
  std::string version;
};
template <class F>
void fields(ServerInfo& v, F& f) {
  f("name", v.name, "The server's name.");
  f("version", v.version, "The server's version.");
}

struct InitializeResult {
  ServerCapabilities capabilities;
  ServerInfo serverInfo;
};
template <class F>
void fields(InitializeResult& v, F& f) {
  f("capabilities", v.capabilities, "What the server can do.");
  f("serverInfo", v.serverInfo, "Who answers.");
}

struct InitializedParams {};
template <class F>
void fields(InitializedParams&, F&) {}

struct SetTraceParams {
  std::string value;
};
template <class F>
void fields(SetTraceParams& v, F& f) {
  f("value", v.value, "off, messages or verbose.");
}

struct CancelParams {
  Token id;
};
template <class F>
void fields(CancelParams& v, F& f) {
  f("id", v.id, "The request that is no longer wanted.");
}

struct WorkDoneProgressCreateParams {
  Token token;
};
template <class F>
void fields(WorkDoneProgressCreateParams& v, F& f) {
  f("token", v.token, "The token under which progress will be reported.");
}

struct WorkDoneProgressCancelParams {
  Token token;
};
template <class F>
void fields(WorkDoneProgressCancelParams& v, F& f) {
  f("token", v.token, "The token of the work that is no longer wanted.");
}

struct WorkDoneProgressBegin {
  static constexpr std::string_view kKind = "begin";
  std::string title;
  std::optional<bool> cancellable;
  std::optional<std::string> message;
  std::optional<uint32_t> percentage;
};
template <class F>
void fields(WorkDoneProgressBegin& v, F& f) {
  f("title", v.title, "What is being done.");
  f("cancellable", v.cancellable, "Whether the user may stop it.");
  f("message", v.message, "The current step.");
  f("percentage", v.percentage, "How far it is, 0 to 100.");
}

struct WorkDoneProgressReport {
  static constexpr std::string_view kKind = "report";
  std::optional<bool> cancellable;
  std::optional<std::string> message;
  std::optional<uint32_t> percentage;
};
template <class F>
void fields(WorkDoneProgressReport& v, F& f) {
  f("cancellable", v.cancellable, "Whether the user may stop it.");
  f("message", v.message, "The current step.");
  f("percentage", v.percentage, "How far it is, 0 to 100.");
}

struct WorkDoneProgressEnd {
  static constexpr std::string_view kKind = "end";
  std::optional<std::string> message;
};
template <class F>
void fields(WorkDoneProgressEnd& v, F& f) {
  f("message", v.message, "How it ended.");
}

// Rows that the server sends before the reply that they belong to.
struct PartialRows {
  static constexpr std::string_view kKind = "rows";
  std::vector<OrderedMap<Scalar>> rows;
};
template <class F>
void fields(PartialRows& v, F& f) {
  f("rows", v.rows, "The next rows, in their order.");
}

// A model's output before the reply that it belongs to, and before it is checked.
struct PartialWords {
  static constexpr std::string_view kKind = "words";
  std::string text;
  bool restart = false;
};
template <class F>
void fields(PartialWords& v, F& f) {
  f("text", v.text, "The next piece, as Markdown; the answer has the text that counts.");
  f("restart", v.restart, "Whether the pieces before are to be dropped.");
}

// Member `kind` identifies the alternative.
using WorkDoneProgress = std::variant<WorkDoneProgressBegin, WorkDoneProgressReport, WorkDoneProgressEnd,
                                      PartialRows, PartialWords>;

// The progress of work, or a part of a result that is sent in parts.
using ProgressValue = std::variant<WorkDoneProgress, std::vector<Location>>;

struct ProgressParams {
  Token token;
  ProgressValue value;
};
template <class F>
void fields(ProgressParams& v, F& f) {
  f("token", v.token, "The token that the request named or the server created.");
  f("value", v.value,
    "Begin, report or end of work, rows that go ahead of an answer, or a part of a result.");
}

enum class MessageType : int32_t { error = 1, warning = 2, info = 3, log = 4 };

struct ShowMessageParams {
  MessageType type = MessageType::info;
  std::string message;
};
template <class F>
void fields(ShowMessageParams& v, F& f) {
  f("type", v.type, "1 error, 2 warning, 3 information, 4 log.");
  f("message", v.message, "What the user reads.");
}

}  // namespace nsys_ai::lsp

template <>
inline constexpr std::string_view nsys_ai::kVariantName<nsys_ai::lsp::ProgressValue> = "ProgressValue";

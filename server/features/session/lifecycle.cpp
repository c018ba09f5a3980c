// Begins and ends a session; this is the only place that negotiates the capabilities of both sides.
#include <algorithm>

#include "base/log.h"
#include "base/version.h"
#include "features/documents/semantic_legend.h"
#include "features/documents/text_document.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/session/commands.h"
#include "features/session/first_profile.h"
#include "features/session/registrations.h"
#include "features/session/settings.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/workspace.h"
#include "protocol/lsp_capabilities.h"
#include "rpc/client.h"
#include "rpc/connection.h"

namespace nsys_ai {
namespace {

// UTF-8 if the client offers it, because the server's texts are UTF-8; otherwise the client's first choice
// that the server supports. Every client supports UTF-16.
PositionEncoding agreed_encoding(const lsp::ClientCapabilities& client) {
  if (!client.general || !client.general->positionEncodings) return PositionEncoding::utf16;
  const auto& offered = *client.general->positionEncodings;
  if (std::ranges::find(offered, name_of(PositionEncoding::utf8)) != offered.end())
    return PositionEncoding::utf8;
  for (const std::string& name : offered)
    if (const auto known = position_encoding_named(name)) return *known;
  return PositionEncoding::utf16;
}

std::vector<std::filesystem::path> workspace_of(const lsp::InitializeParams& params) {
  std::vector<std::filesystem::path> folders;
  const auto add = [&](const std::string& uri) {
    if (auto path = file_of_uri(uri)) folders.push_back(std::move(*path));
  };
  if (params.workspaceFolders)
    for (const lsp::WorkspaceFolder& folder : *params.workspaceFolders) add(folder.uri);
  else if (params.rootUri)
    add(*params.rootUri);
  return folders;
}

// Derived from the router's handlers, so that a capability and its handler cannot disagree.
lsp::ServerCapabilities capabilities(const Router& router, PositionEncoding encoding) {
  lsp::ServerCapabilities server;
  server.positionEncoding = name_of(encoding);
  if (router.has<method::CodeAction>()) server.codeActionProvider = true;
  if (router.has<method::CodeLens>()) server.codeLensProvider.emplace();
  if (router.has<method::Completion>()) server.completionProvider = lsp::CompletionOptions{{".", ":", "@"}};
  if (router.has<method::Definition>()) server.definitionProvider = true;
  if (router.has<method::DocumentDiagnostic>()) server.diagnosticProvider.emplace();
  if (router.has<method::DocumentLink>()) server.documentLinkProvider.emplace();
  if (router.has<method::DocumentSymbol>()) server.documentSymbolProvider = true;
  if (router.has<method::ExecuteCommand>()) {
    auto& offered = server.executeCommandProvider.emplace();
    for (const ServerCommand& command : server_commands()) offered.commands.emplace_back(command.name);
  }
  if (router.has<method::FoldingRange>()) server.foldingRangeProvider = true;
  if (router.has<method::Hover>()) server.hoverProvider = true;
  if (router.has<method::InlayHint>()) server.inlayHintProvider = true;
  if (router.has<method::References>()) server.referencesProvider = true;
  if (router.has<method::SemanticTokensFull>())
    server.semanticTokensProvider.emplace().legend = semantic_legend();
  if (router.has<method::WorkspaceSymbol>()) server.workspaceSymbolProvider = true;
  lsp::WorkspaceServerCapabilities workspace;
  if (router.has<method::TextDocumentContent>())
    workspace.textDocumentContent = {{std::string(nsys::kScheme)}};
  if (router.has<method::DidChangeWorkspaceFolders>()) workspace.workspaceFolders.emplace();
  server.workspace = workspace;
  auto& own = server.experimental.nsysAi;
  own.protocolVersion = nsys::kProtocolVersion;
  for (const std::string_view method : router.methods())
    if (method.starts_with("nsys/")) own.methods.emplace_back(method);
  return server;
}

}  // namespace

void attach_lifecycle(Router& router, Session& session) {
  router.on_strand<method::Initialize>(
      [&router, &session](const lsp::InitializeParams& params, Call&) -> Result<lsp::InitializeResult> {
        if (params.clientInfo)
          log_info("The client is " + params.clientInfo->name + " " +
                   params.clientInfo->version.value_or("") + ".");
        if (params.processId) session.connection.watch_parent(*params.processId);
        const auto& window = params.capabilities.window;
        session.client.allow_progress(window && window->workDoneProgress.value_or(false));
        session.client_capabilities = params.capabilities;
        session.workspace.set_folders(workspace_of(params));
        const auto& workspace = params.capabilities.workspace;
        session.client_refreshes_documents = workspace && workspace->textDocumentContent.has_value();
        if (params.initializationOptions) {
          auto settings = read_settings(*params.initializationOptions);
          if (settings)
            session.settings.set(std::move(*settings));
          else
            report_wrong_settings(session.client, settings.error());
        }
        session.documents.set_encoding(agreed_encoding(params.capabilities));
        return lsp::InitializeResult{capabilities(router, session.documents.encoding()),
                                     {"nsys-ai", std::string(kProgramVersion)}};
      });
  router.notify<method::Initialized>([&router, &session](const lsp::InitializedParams&, Call&) {
    auto wanted = registrations(router, session.client_capabilities);
    if (!wanted.empty())
      session.client.request<method::RegisterCapability>(
          {std::move(wanted)}, [](const Result<Nothing>& done) {
            if (!done) log_warning("The client refused a registration: " + done.error().message);
          });
    open_first_profile(session);
  });
  router.on_strand<method::Shutdown>([](const Nothing&, Call&) -> Result<Nothing> { return Nothing{}; });
}

}  // namespace nsys_ai

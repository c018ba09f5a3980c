// Asks for a refresh if the client supports it.
#include "features/documents/refresh.h"

#include "features/documents/diagnostics.h"
#include "features/documents/document_address.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "protocol/lsp_capabilities.h"
#include "rpc/client.h"

namespace nsys_ai {
namespace {

using Capability = std::optional<lsp::RefreshClientCapabilities>;

bool is_supported(const Capability& capability) {
  return capability && capability->refreshSupport.value_or(false);
}

// A client that refuses gets the new data with its next request.
template <RequestMethod M>
void refresh(Session& session, const Capability& capability) {
  if (is_supported(capability))
    session.client.request<M>({}, [](const Result<Nothing>&) {});
}

}  // namespace

void refresh_diagnostics(Session& session) {
  if (!pulls_diagnostics(session)) {
    for (const auto& document : session.documents.all()) publish_diagnostics(session, document->uri());
  } else if (session.client_capabilities.workspace) {
    refresh<method::DiagnosticRefresh>(session, session.client_capabilities.workspace->diagnostics);
  }
}

void refresh_sources(Session& session) {
  if (!session.client_capabilities.workspace) return;
  refresh<method::CodeLensRefresh>(session, session.client_capabilities.workspace->codeLens);
  refresh<method::InlayHintRefresh>(session, session.client_capabilities.workspace->inlayHint);
}

Router::ClientNotifier code_lens_notifier(Session& session) {
  return {[&session] {
            return session.client_capabilities.workspace &&
                   is_supported(session.client_capabilities.workspace->codeLens);
          },
          [&session] {
            refresh<method::CodeLensRefresh>(session, session.client_capabilities.workspace->codeLens);
          }};
}

Router::ClientNotifier inlay_hint_notifier(Session& session) {
  return {[&session] {
            return session.client_capabilities.workspace &&
                   is_supported(session.client_capabilities.workspace->inlayHint);
          },
          [&session] {
            refresh<method::InlayHintRefresh>(session, session.client_capabilities.workspace->inlayHint);
          }};
}

Router::ClientNotifier semantic_tokens_notifier(Session& session) {
  return {[&session] {
            return session.client_capabilities.workspace &&
                   is_supported(session.client_capabilities.workspace->semanticTokens);
          },
          [&session] {
            refresh<method::SemanticTokensRefresh>(session,
                                                   session.client_capabilities.workspace->semanticTokens);
          }};
}

Router::ClientNotifier diagnostics_notifier(Session& session) {
  return {[&session] {
            return session.client_capabilities.workspace &&
                   is_supported(session.client_capabilities.workspace->diagnostics);
          },
          [&session] {
            refresh<method::DiagnosticRefresh>(session, session.client_capabilities.workspace->diagnostics);
          }};
}

void active_profile_may_have_changed(Session& session) {
  if (session.library.active_changed()) refresh_sources(session);
}

void refresh_documents(Session& session) {
  const auto& workspace = session.client_capabilities.workspace;
  if (session.client_refreshes_documents)
    for (const auto& document : session.documents.all())
      if (is_document_uri(document->uri()))
        session.client.request<method::TextDocumentContentRefresh>({document->uri()},
                                                                   [](const Result<Nothing>&) {});
  refresh_sources(session);
  if (workspace) refresh<method::SemanticTokensRefresh>(session, workspace->semanticTokens);
  refresh_diagnostics(session);
}

}  // namespace nsys_ai

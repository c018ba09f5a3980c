// Asks for a refresh where the client said that it has one.
#include "features/refresh.h"

#include "features/client_profiles.h"
#include "features/diagnostics.h"
#include "features/document_address.h"
#include "features/session.h"
#include "features/text_document.h"
#include "protocol/lsp_capabilities.h"
#include "rpc/client.h"

namespace nsys_ai {
namespace {

using Capability = std::optional<lsp::RefreshClientCapabilities>;

// A client that refuses is told with the next question.
template <RequestMethod M>
void refresh(Session& session, const Capability& capability) {
  if (capability && capability->refreshSupport.value_or(false))
    session.client.request<M>({}, [](const Result<Nothing>&) {});
}

}  // namespace

void refresh_diagnostics(Session& session) {
  if (!pulls_diagnostics(session)) {
    for (const auto& document : session.documents.all()) publish_diagnostics(session, document->uri());
  } else if (session.can.workspace) {
    refresh<method::DiagnosticRefresh>(session, session.can.workspace->diagnostics);
  }
}

void refresh_sources(Session& session) {
  if (!session.can.workspace) return;
  refresh<method::CodeLensRefresh>(session, session.can.workspace->codeLens);
  refresh<method::InlayHintRefresh>(session, session.can.workspace->inlayHint);
}

void active_profile_may_have_changed(Session& session) {
  if (session.library.active_changed()) refresh_sources(session);
}

void refresh_documents(Session& session) {
  const auto& workspace = session.can.workspace;
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

// Mirrors the texts that the editor has open.
#include "base/log.h"
#include "features/documents/diagnostics.h"
#include "features/documents/text_document.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/sources/source_cache.h"

namespace nsys_ai {

void attach_text_documents(Router& router, Session& session) {
  router.notify<method::DidOpen>([&session](const lsp::DidOpenTextDocumentParams& params, Call&) {
    session.documents.open(params.textDocument);
    publish_diagnostics(session, params.textDocument.uri);
  });
  router.notify<method::DidChange>([&session](const lsp::DidChangeTextDocumentParams& params, Call&) {
    if (const auto changed = session.documents.change(params); !changed)
      return log_warning(changed.error().message);
    publish_diagnostics(session, params.textDocument.uri);
  });
  router.notify<method::DidClose>([&session](const lsp::DidCloseTextDocumentParams& params, Call&) {
    clear_diagnostics(session, params.textDocument.uri);
    session.documents.close(params.textDocument.uri);
    session.sources.forget(params.textDocument.uri);
  });
}

}  // namespace nsys_ai

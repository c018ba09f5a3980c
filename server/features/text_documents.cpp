// Keeps the texts that the editor has open as the editor has them.
#include "base/log.h"
#include "features/diagnostics.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/source_memo.h"
#include "features/text_document.h"

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

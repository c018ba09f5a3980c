// Publishes diagnostics, also for the suppression file.
#include "features/documents/diagnostics.h"

#include "base/text_table.h"
#include "features/documents/text_document.h"
#include "features/documents/text_kind.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/suppressions.h"
#include "protocol/lsp_capabilities.h"
#include "rpc/client.h"
#include "rpc/connection.h"
#include "skill/sql_file.h"

namespace nsys_ai {
namespace {

const TextKind* kind_with_diagnostics(const Session& session, const std::string& uri) {
  for (const TextKind* kind : text_kinds())
    if (kind->is(session, uri)) return kind->diagnostic != nullptr ? kind : nullptr;
  return nullptr;
}

// Published also to clients that pull diagnostics: the file need not be open, so they never pull for it.
void report_of_suppressions(Session& session, const std::filesystem::path& file,
                          const std::optional<Error>& error) {
  lsp::PublishDiagnosticsParams params{uri_of_file(file), std::nullopt, {}};
  if (error) {
    const LocatedError placed = error_location(*error, file.string());
    lsp::Diagnostic& of = params.diagnostics.emplace_back();
    of.range = {{placed.line, 0}, {placed.line + 1, 0}};
    of.severity = lsp::DiagnosticSeverity::error;
    of.source = "nsys-ai";
    of.message = one_line(placed.message);
    session.client.notify<method::ShowMessage>(
        {lsp::MessageType::warning, "Nothing is suppressed: " + one_line(error->message)});
  }
  session.client.notify<method::PublishDiagnostics>(params);
}

}  // namespace

bool pulls_diagnostics(const Session& session) {
  return session.client_capabilities.textDocument && session.client_capabilities.textDocument->diagnostic;
}

void publish_diagnostics(Session& session, const std::string& uri) {
  if (pulls_diagnostics(session)) return;
  const TextKind* kind = kind_with_diagnostics(session, uri);
  if (kind == nullptr) return;
  session.connection.post(Lane::quick, [&session, kind, uri](Call& call) {
    const auto asked = session.documents.find(uri);
    if (!asked) return;
    lsp::DocumentDiagnosticParams params;
    params.textDocument.uri = uri;
    auto report = kind->diagnostic(session, params, call);
    if (!report) return;
    // A later version of the text has its own task, and a closed document has no diagnostics.
    const auto now = session.documents.find(uri);
    if (now && now->version() == asked->version())
      session.client.notify<method::PublishDiagnostics>({uri, asked->version(), std::move(report->items)});
  });
}

void clear_diagnostics(Session& session, const std::string& uri) {
  if (!pulls_diagnostics(session) && kind_with_diagnostics(session, uri))
    session.client.notify<method::PublishDiagnostics>({uri, std::nullopt, {}});
}

void attach_diagnostics(Router&, Session& session) {
  session.suppressions.on_read(
      [&session](const std::filesystem::path& file, const std::optional<Error>& error) {
        report_of_suppressions(session, file, error);
      });
}

}  // namespace nsys_ai

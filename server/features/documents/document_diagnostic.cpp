// Findings as diagnostics of the overview, each at its title.
#include "base/text_table.h"
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_kinds.h"
#include "features/documents/document_locations.h"
#include "features/session.h"
#include "features/workspace/suppressions.h"
#include "knowledge/sentence_template.h"
#include "skills/findings.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

// A slow run is not broken, and editors count errors in red and stop tasks on them. Therefore the worst
// finding is a warning, and an informational finding is a hint, which editors do not count.
lsp::DiagnosticSeverity severity_of(Severity severity) {
  switch (severity) {
    case Severity::high:
    case Severity::medium:
      return lsp::DiagnosticSeverity::warning;
    case Severity::low:
      return lsp::DiagnosticSeverity::information;
    case Severity::information:
      break;
  }
  return lsp::DiagnosticSeverity::hint;
}

}  // namespace

Result<lsp::FullDocumentDiagnosticReport> document_diagnostic(Session& session,
                                                              const VirtualDocument& document,
                                                              const lsp::DocumentDiagnosticParams&, Call&) {
  lsp::FullDocumentDiagnosticReport report;
  if (!document_kind(document.address.kind)->has_findings) return report;
  const Profile& profile = *document.profile;
  const Findings findings = without_suppressed(profile.derived(build_findings), *session.suppressions.now(),
                                               profile.info().path.filename().string());
  for (const Finding& finding : findings.findings) {
    const std::string target = target_of_finding(finding.key);
    const Mark* title = document.find(target);
    if (title == nullptr) continue;
    lsp::Diagnostic& of = report.items.emplace_back();
    of.range = document.range_of(*title);
    of.severity = severity_of(finding.severity);
    of.code = finding.key;
    if (const auto place = place_of(profile, target))
      of.codeDescription = lsp::CodeDescription{uri_of(place->address)};
    of.source = "nsys-ai";
    of.message = one_line(finding.title) + "\n" + std::string(first_sentence(finding.advice));
  }
  return report;
}

}  // namespace nsys_ai

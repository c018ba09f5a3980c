// Findings as diagnostics of the overview, each at its title.
#include "base/text_table.h"
#include "features/document_answers.h"
#include "features/item_uri.h"
#include "features/shown_document.h"
#include "knowledge/words.h"
#include "skills/findings.h"
#include "view/target.h"

namespace nsys_ai {
namespace {

// A run that could be faster is not broken, and editors shout with errors: they count them in red and stop
// tasks on them. So the worst is a warning, and what only informs is a hint, which editors do not count.
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

const Mark* title_of(const PageText& page, const std::string& target) {
  for (const Mark& mark : page.marks)
    if (mark.target == target) return &mark;
  return nullptr;
}

}  // namespace

Result<lsp::FullDocumentDiagnosticReport> document_diagnostic(Session& session,
                                                              const lsp::DocumentDiagnosticParams& params,
                                                              Call&) {
  lsp::FullDocumentDiagnosticReport report;
  const auto document = shown_document(session, params.textDocument.uri);
  if (!document || document->address.kind != "overview") return report;
  const Profile& profile = document->profile();
  const Findings findings = without_suppressed(profile.derived(build_findings), *session.suppressions.now(),
                                               profile.info().path.filename().string());
  for (const Finding& finding : findings.findings) {
    const Mark* title = title_of(*document->page, target_of_finding(finding.key));
    if (title == nullptr) continue;
    lsp::Diagnostic& of = report.items.emplace_back();
    of.range = document->range(*title);
    of.severity = severity_of(finding.severity);
    of.code = finding.key;
    of.codeDescription = lsp::CodeDescription{finding_uri(profile, finding.key)};
    of.source = "nsys-ai";
    of.message = one_line(finding.title) + "\n" + std::string(first_sentence(finding.advice));
  }
  return report;
}

}  // namespace nsys_ai

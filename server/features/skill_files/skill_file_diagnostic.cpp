// The error in a skill that a person edits, computed from the unsaved text.
#include <fmt/format.h>

#include "base/text_table.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/skill_files/skill_file_answers.h"
#include "features/workspace/file_uri.h"
#include "skill/sql_file.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

std::optional<Error> mistake(Session& session, const std::filesystem::path& file, const std::string& text) {
  const auto skill = parse_skill_file(built_in_skills(), file, text);
  if (!skill) return skill.error();
  const auto other = session.skills.now()->find(skill->info.name);
  if (other && !(*other)->info.file.empty() && (*other)->info.file != file)
    return error_at(file.string(), 1,
                    fmt::format("A skill {} of a folder that goes before hides this one.", skill->info.name),
                    "Give one of the files another name.");
  return std::nullopt;
}

}  // namespace

Result<lsp::FullDocumentDiagnosticReport> skill_file_diagnostic(Session& session,
                                                                const lsp::DocumentDiagnosticParams& params,
                                                                Call&) {
  lsp::FullDocumentDiagnosticReport report;
  const auto document = session.documents.find(params.textDocument.uri);
  const auto file = file_of_uri(params.textDocument.uri);
  if (!document || !file) return report;
  const auto error = mistake(session, *file, document->text());
  if (!error) return report;
  const LocatedError placed = error_location(*error, file->string());
  const std::string_view line = document->line(placed.line);
  const size_t begin = document->offset({placed.line, 0});
  const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  lsp::Diagnostic& of = report.items.emplace_back();
  of.range = {document->position(begin + indent), document->position(begin + line.size())};
  of.severity = lsp::DiagnosticSeverity::error;
  of.source = "nsys-ai";
  of.message = one_line(placed.message);
  if (!error->hint.empty()) of.message += "\n" + one_line(error->hint);
  return report;
}

}  // namespace nsys_ai

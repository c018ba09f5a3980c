// Lenses in source files: above each definition, its time in the profile.
#include "features/documents/command_links.h"
#include "features/session.h"
#include "features/sources/measured_source.h"
#include "features/sources/source_answers.h"
#include "features/sources/source_links.h"
#include "features/sources/source_summary.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeLens>> source_code_lens(Session& session, const lsp::CodeLensParams& params,
                                                    Call& call) {
  std::vector<lsp::CodeLens> lenses;
  const auto source = measured_source(session, params.textDocument.uri);
  if (!source) return lenses;
  for (const SourceMatch& match : source->matches->all) {
    const auto kind = match.mention.kind;
    if (kind != Mention::Kind::kernel_definition && kind != Mention::Kind::function) continue;
    if (call.cancel().cancelled()) break;
    const auto documents = documents_of(source->profile(), match);
    if (documents.empty()) continue;
    lenses.push_back(
        {source->range_of(match), show_document(summary_of(source->profile(), match), documents.front())});
  }
  return lenses;
}

}  // namespace nsys_ai

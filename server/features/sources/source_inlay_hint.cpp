// Hints in source files: the share of kernel time after each kernel launch and each name of a range.
#include "features/session.h"
#include "features/sources/measured_source.h"
#include "features/sources/source_answers.h"
#include "features/sources/source_summary.h"

namespace nsys_ai {
namespace {

bool is_hinted(Mention::Kind kind) {
  return kind == Mention::Kind::function_range || kind == Mention::Kind::kernel_launch ||
         kind == Mention::Kind::range;
}

}  // namespace

Result<std::vector<lsp::InlayHint>> source_inlay_hint(Session& session, const lsp::InlayHintParams& params,
                                                      Call& call) {
  std::vector<lsp::InlayHint> hints;
  const auto source = measured_source(session, params.textDocument.uri);
  if (!source) return hints;
  for (const SourceMatch& match : source->in(params.range)) {
    if (!is_hinted(match.mention.kind)) continue;
    if (call.cancel().cancelled()) break;
    const lsp::Position end = source->document->position(match.mention.end);
    if (end < params.range.start || params.range.end < end) continue;
    hints.push_back({end, share_of(source->profile(), match),
                     lsp::MarkupContent{lsp::MarkupKind::plaintext, summary_of(source->profile(), match)},
                     true});
  }
  return hints;
}

}  // namespace nsys_ai

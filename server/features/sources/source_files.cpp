// Source files that the editor has open, as a kind of text.
#include "annotate/source_language.h"
#include "features/documents/text_document.h"
#include "features/documents/text_kind.h"
#include "features/session.h"
#include "features/sources/source_answers.h"

namespace nsys_ai {
namespace {

bool is_source(const Session& session, const std::string& uri) {
  const auto document = session.documents.find(uri);
  return document && source_language(document->language(), uri).has_value();
}

}  // namespace

const TextKind kSourceFiles = {
    .name = "source files",
    .is = is_source,
    .code_action = source_code_action,
    .code_lens = source_code_lens,
    .definition = source_definition,
    .hover = source_hover,
    .inlay_hint = source_inlay_hint,
    .target_at = source_target_at,
};

}  // namespace nsys_ai

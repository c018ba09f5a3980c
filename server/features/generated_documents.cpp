// Documents that the server makes, as a kind of text.
#include "features/document_address.h"
#include "features/document_answers.h"
#include "features/text_kind.h"

namespace nsys_ai {

const TextKind kGeneratedDocuments = {
    .name = "generated documents",
    .is = [](const Session&, const std::string& uri) { return parse_document_uri(uri).has_value(); },
    .code_action = document_code_action,
    .code_lens = document_code_lens,
    .definition = document_definition,
    .diagnostic = document_diagnostic,
    .document_link = document_link,
    .document_symbol = document_symbol,
    .folding_range = document_folding_range,
    .hover = document_hover,
    .inlay_hint = document_inlay_hint,
    .references = document_references,
    .semantic_tokens = document_semantic_tokens,
};

}  // namespace nsys_ai

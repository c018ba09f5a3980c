// Documents that the server makes, as a kind of text.
#include "features/document_address.h"
#include "features/document_answers.h"
#include "features/text_kind.h"

namespace nsys_ai {

const TextKind kGeneratedDocuments = {
    .name = "generated documents",
    .is = [](const Session&, const std::string& uri) { return parse_document_uri(uri).has_value(); },
    .definition = document_definition,
    .document_link = document_link,
    .document_symbol = document_symbol,
    .folding_range = document_folding_range,
    .hover = document_hover,
    .references = document_references,
};

}  // namespace nsys_ai

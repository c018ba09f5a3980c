// Documents that the server makes, as a kind of text.
#include "features/document_answers.h"
#include "features/generated_document.h"
#include "features/text_kind.h"

namespace nsys_ai {

const TextKind kGeneratedDocuments = {
    .name = "generated documents",
    .is = [](const Session&, const std::string& uri) { return parse_document_uri(uri).has_value(); },
    .code_action = document_code_action,
    .code_lens = document_code_lens,
    .diagnostic = document_diagnostic,
    .hover = document_hover,
};

}  // namespace nsys_ai

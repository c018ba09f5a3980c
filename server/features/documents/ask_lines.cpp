// The text kind of the line where a person types a question: a document of the language `nsysai-ask`.
#include "features/documents/ask_line_answers.h"
#include "features/documents/text_document.h"
#include "features/documents/text_kind.h"
#include "features/session.h"

namespace nsys_ai {

const TextKind kAskLines = {
    .name = "ask lines",
    .is =
        [](const Session& session, const std::string& uri) {
          const auto document = session.documents.find(uri);
          return document && document->language() == "nsysai-ask";
        },
    .completion = ask_line_completion,
};

}  // namespace nsys_ai

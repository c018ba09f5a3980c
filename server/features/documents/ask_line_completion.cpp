// Completes a question while a person types it into a document, with the ask box's completions for the active
// profile.
#include <fmt/format.h>

#include <string_view>

#include "base/text_table.h"
#include "features/documents/ask_line_answers.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "question/complete.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxItems = 50;

}  // namespace

Result<lsp::CompletionList> ask_line_completion(Session& session, const lsp::CompletionParams& params,
                                                Call& call) {
  lsp::CompletionList list;
  const auto document = session.documents.find(params.textDocument.uri);
  const auto active = session.library.active();
  if (!document || !active) return list;
  const size_t end = document->offset(params.position);
  const size_t begin = document->offset({params.position.line, 0});
  const std::string_view typed = std::string_view(document->text()).substr(begin, end - begin);
  auto found = completions(*active->profile, typed, kMaxItems, call.work());
  if (!found) return tl::unexpected(found.error());
  // The server matches by more than the letters that a client compares, so the client asks again at each
  // keystroke.
  list.isIncomplete = true;
  const lsp::Range range{document->position(begin + found->from), document->position(end)};
  for (Completion& of : found->items) {
    lsp::CompletionItem& item = list.items.emplace_back();
    item.label = shortened(of.text, 80);
    item.kind = lsp::CompletionItemKind::text;
    item.detail = std::move(of.detail);
    item.sortText = fmt::format("{:03}", list.items.size());
    item.filterText = std::string(typed.substr(found->from));
    item.textEdit = lsp::TextEdit{range, std::move(of.text)};
  }
  return list;
}

}  // namespace nsys_ai
